import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
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
import { Attachment } from "../attachments/attachment.entity.ts";
import { Room, ROOM_NAME_MAX, type RoomEventKind } from "../rooms/room.entity.ts";
import { User } from "../users/user.entity.ts";

/** Longest private message, in characters (legacy-facts 3.4). */
export const MESSAGE_MAX = 450;
/** Longest key that a client gives a message, in characters. */
export const CLIENT_KEY_MAX = 40;

/** Two members who have written to each other; the lower id first, so that each pair exists once. */
@Entity("dialogs")
@Index(["lowUserId", "highUserId"], { unique: true })
export class DialogPair {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  lowUserId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "lowUserId" })
  lowUser?: Relation<User>;

  @Column("integer")
  highUserId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "highUserId" })
  highUser?: Relation<User>;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** One side of a dialog: what this member has read and deleted. */
@ObjectType("Dialog", {
  simpleResolvers: true,
  description: "What the viewer and another member write to each other.",
})
@Entity("dialog_sides")
@Index(["userId", "lastMessageId"])
@Index(["dialogId"])
export class Dialog {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @PrimaryColumn("integer")
  peerId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "peerId" })
  peer?: Relation<User>;

  @Column("integer")
  dialogId!: number;

  @ManyToOne(() => DialogPair, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "dialogId" })
  pair?: Relation<DialogPair>;

  /** The newest message. */
  @Column("integer")
  lastMessageId!: number;

  /** Messages of the other one after `readUpTo`. */
  @Field(() => Int, { description: "Messages of the other one that the viewer has not read." })
  @Column("int")
  unread!: number;

  /** The newest message that this side has read; 0 before the first. */
  @Column("integer")
  readUpTo!: number;

  /** Messages up to this one are deleted for this side; 0 if none are. */
  @Column("integer")
  deletedUpTo!: number;
}

/** One message of a dialog or of a room, or an event in a room. */
@ObjectType("Message", {
  simpleResolvers: true,
  description: "A private message or one of a group chat, or an event in that.",
})
@Entity("messages")
@Index(["dialogId", "id"])
@Index(["roomId", "id"])
@Index(["attachmentId"])
@Index(["authorId", "clientKey"], { unique: true })
export class Message {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Null in a room. */
  @Column("integer", { nullable: true })
  dialogId!: number | null;

  @ManyToOne(() => DialogPair, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "dialogId" })
  pair?: Relation<DialogPair> | null;

  /** Null in a dialog. */
  @Column("integer", { nullable: true })
  roomId!: number | null;

  @ManyToOne(() => Room, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "roomId" })
  room?: Relation<Room> | null;

  /** Kind of the event that it records; null for what a member wrote. */
  @Column("varchar", { length: 10, nullable: true })
  event!: RoomEventKind | null;

  /** The member to whom the event happened, if not to its author. */
  @Column("integer", { nullable: true })
  eventUserId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "eventUserId" })
  eventUser?: Relation<User> | null;

  /** The new name that the event is about. */
  @Column("varchar", { length: ROOM_NAME_MAX, nullable: true })
  eventName!: string | null;

  @Column("integer")
  authorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  author?: Relation<User>;

  @Field(() => String, { description: "Plain text, at most 450 characters; empty beside a picture." })
  @Column("text")
  body!: string;

  @Column("integer", { nullable: true })
  attachmentId!: number | null;

  @ManyToOne(() => Attachment, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "attachmentId" })
  attachment?: Relation<Attachment> | null;

  /** Chosen by the client, so that sending again after a lost answer stores it once. */
  @Column("varchar", { length: CLIENT_KEY_MAX, nullable: true })
  clientKey!: string | null;

  @Field(() => GraphQLISODateTime, { description: "When it was sent." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Time at which staff removed it for both because of a report; its text is kept, so that this can be undone. */
  @Column("datetime", { precision: 3, nullable: true })
  removedAt!: Date | null;

  @Column("integer", { nullable: true })
  removedById!: number | null;

  /** True if the viewer blocks its author: no column, but set for messages of rooms as they are read. */
  isFromBlocked?: boolean;
}

/** Leaves nothing but its place of a message that staff removed. */
export function withoutRemoved(message: Message): Message {
  return message.removedAt === null ? message : Object.assign(message, { body: "", attachmentId: null });
}
