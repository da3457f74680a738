import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { User } from "../users/user.entity.ts";

/** Longest name of a room, in characters. */
export const ROOM_NAME_MAX = 50;
/** Maximum members of a room, pending invitations included. */
export const ROOM_SEATS_MAX = 50;
/** Maximum rooms that a member owns. */
export const ROOMS_OWNED_MAX = 20;

/** Relation of a member to a room. Who declined is no member; the row says when they did. */
export enum SeatState {
  INVITED = "INVITED",
  JOINED = "JOINED",
  DECLINED = "DECLINED",
}

/** Things that happen in a room and are recorded between its messages. */
export enum RoomEventKind {
  CREATED = "CREATED",
  INVITED = "INVITED",
  JOINED = "JOINED",
  LEFT = "LEFT",
  REMOVED = "REMOVED",
  RENAMED = "RENAMED",
  OWNER = "OWNER",
}

registerEnumType(RoomEventKind, {
  name: "RoomEventKind",
  description: "Things that happen in a group chat.",
  valuesConfig: {
    CREATED: { description: "The author created the room." },
    INVITED: { description: "The author invited the user." },
    JOINED: { description: "The author joined." },
    LEFT: { description: "The author left." },
    REMOVED: { description: "The author removed the user." },
    RENAMED: { description: "The author renamed the room." },
    OWNER: { description: "The user is the owner now; the author was." },
  },
});

/** A group chat. */
@Entity("rooms")
@Index(["ownerId"])
@Index(["memberCount"])
export class Room {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: ROOM_NAME_MAX })
  name!: string;

  @Column("integer")
  ownerId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "ownerId" })
  owner?: Relation<User>;

  /** Joined members; a room without any is deleted. */
  @Column("int")
  memberCount!: number;

  /** The newest message. */
  @Column("integer")
  lastMessageId!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** The seat of a member in a room: invitation, and what they have read. */
@Entity("room_members")
@Index(["userId", "lastMessageId"])
export class RoomMember {
  @PrimaryColumn("integer")
  roomId!: number;

  @ManyToOne(() => Room, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "roomId" })
  room?: Relation<Room>;

  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 10 })
  state!: SeatState;

  /** The member who invited them; null for the creator of the room. */
  @Column("integer", { nullable: true })
  invitedById!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "invitedById" })
  invitedBy?: Relation<User> | null;

  @Column("datetime", { precision: 3 })
  invitedAt!: Date;

  @Column("datetime", { precision: 3, nullable: true })
  joinedAt!: Date | null;

  @Column("datetime", { precision: 3, nullable: true })
  declinedAt!: Date | null;

  /** The newest message; for who is only invited, the newest at the invitation. Place of the room in their list. */
  @Column("integer")
  lastMessageId!: number;

  /** Messages up to this one are from before they joined. */
  @Column("integer")
  visibleAfter!: number;

  /** The newest message that they have read. */
  @Column("integer")
  readUpTo!: number;

  /** Messages of others after `readUpTo`; 1 for an invitation. */
  @Column("int")
  unread!: number;

  /** Counts in no total. */
  @Column("boolean")
  isMuted!: boolean;
}

/** States of a seat that are visible. */
export enum RoomState {
  INVITED = "INVITED",
  JOINED = "JOINED",
}

registerEnumType(RoomState, {
  name: "RoomState",
  description: "Relation of a member to a group chat.",
  valuesConfig: {
    INVITED: { description: "Invited, without an answer yet." },
    JOINED: { description: "Joined: reads and writes." },
  },
});

/** A room as one of its members sees it. */
@ObjectType("Room", { simpleResolvers: true, description: "A group chat, as the viewer sees it." })
export class RoomView {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;

  @Field(() => String, { description: "Its name, at most 50 characters." })
  name!: string;

  @Field(() => Int, { description: "Members who have joined." })
  memberCount!: number;

  @Field(() => RoomState, { description: "The viewer's." })
  state!: RoomState;

  @Field(() => Boolean, { description: "It counts in no total of the viewer." })
  isMuted!: boolean;

  @Field(() => Int, { description: "Messages of others that the viewer has not read; 1 for an invitation." })
  unread!: number;

  @Field(() => GraphQLISODateTime, {
    description: "When the viewer was invited; for the creator, when it was created.",
  })
  invitedAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was created." })
  createdAt!: Date;

  readonly viewerId!: number;
  readonly ownerId!: number;
  readonly invitedById!: number | null;
  readonly lastMessageId!: number;
  readonly visibleAfter!: number;
}

/** A member of a room, joined or invited. */
@ObjectType("RoomSeat", {
  simpleResolvers: true,
  description: "A member of a group chat, joined or invited.",
})
export class RoomSeat {
  @Field(() => RoomState, { description: "If they have joined." })
  state!: RoomState;

  @Field(() => Boolean, { description: "The room is theirs." })
  isOwner!: boolean;

  @Field(() => ID, { description: "The newest message that they have read; 0 while invited." })
  readUpTo!: number;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When they joined; null while invited." })
  joinedAt!: Date | null;

  readonly roomId!: number;
  readonly userId!: number;
}
