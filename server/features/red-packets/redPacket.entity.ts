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
import { Cents } from "../../core/money.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Ways to divide a red packet. */
export enum RedPacketRule {
  FIXED = "FIXED",
  RANDOM = "RANDOM",
}
registerEnumType(RedPacketRule, {
  name: "RedPacketRule",
  description: "Ways to divide a red packet.",
  valuesConfig: {
    FIXED: { description: "Equal shares; where it does not divide, the first ones have a cent more." },
    RANDOM: { description: "Random shares of a cent at least." },
  },
});

/** Conditions under which a reply gets a share. */
export enum RedPacketCondition {
  REPLY = "REPLY",
  LIKES = "LIKES",
}
registerEnumType(RedPacketCondition, {
  name: "RedPacketCondition",
  description: "Conditions under which a reply gets a share.",
  valuesConfig: {
    REPLY: { description: "A reply to the thread that others see." },
    LIKES: { description: "Such a reply with a number of likes." },
  },
});

/** States of a red packet. */
export enum RedPacketState {
  OPEN = "OPEN",
  FINISHED = "FINISHED",
  ENDED = "ENDED",
}
registerEnumType(RedPacketState, {
  name: "RedPacketState",
  description: "States of a red packet.",
  valuesConfig: {
    OPEN: { description: "Has shares that can be claimed." },
    FINISHED: { description: "Every share was claimed." },
    ENDED: { description: "Its time is over; what was left goes back to who gave it." },
  },
});

/** Money that the author of a thread gives to those who reply. It lies in a hold of the author. */
@ObjectType("RedPacket", {
  simpleResolvers: true,
  description: "Money that the author of a thread gives to those who reply.",
})
@Entity("red_packets")
@Index(["threadId"], { unique: true })
@Index(["state", "expiresAt"])
export class RedPacket {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  /** The author of the thread, whose money it is. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  @Field(() => RedPacketRule, { description: "How it is divided." })
  @Column("varchar", { length: 20 })
  rule!: RedPacketRule;

  @Field(() => RedPacketCondition, { description: "What a reply needs for a share." })
  @Column("varchar", { length: 20 })
  claimBy!: RedPacketCondition;

  @Field(() => Int, { description: "Likes that a reply needs; 0 if it needs none." })
  @Column("int")
  likesNeeded!: number;

  @Field(() => Cents, { description: "All of it, in cents." })
  @Column("integer")
  totalCents!: number;

  @Field(() => Cents, {
    description: "What nobody has claimed, in cents; once it has ended, what went back.",
  })
  @Column("integer")
  remainingCents!: number;

  @Field(() => Int, { description: "Its shares." })
  @Column("int")
  shareCount!: number;

  @Field(() => Int, { description: "Shares that were claimed." })
  @Column("int")
  claimedCount!: number;

  /** Not a field: a red packet ends before the job says so. See `stateOf`. */
  @Column("varchar", { length: 20 })
  state!: RedPacketState;

  @Field(() => GraphQLISODateTime, { description: "When it was given." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Until when shares can be claimed." })
  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}

/** A share of a red packet, cut when the packet was made; whoever claims takes the next free one. */
@ObjectType("RedPacketShare", {
  simpleResolvers: true,
  description: "A share of a red packet that was claimed.",
})
@Entity("red_packet_shares")
@Index(["packetId", "userId"], { unique: true })
@Index(["postId"])
export class RedPacketShare {
  @PrimaryColumn("integer")
  packetId!: number;

  @ManyToOne(() => RedPacket, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "packetId" })
  packetRow?: Relation<RedPacket>;

  @Field(() => Int, { description: "Its place among the shares of the packet: 1, 2, 3 …" })
  @PrimaryColumn("int")
  sequence!: number;

  @Field(() => Cents, { description: "What it is worth, in cents." })
  @Column("integer")
  amountCents!: number;

  /** Null while nobody has claimed it. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  /** The reply that claimed it. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  postRow?: Relation<Post>;

  @Field(() => GraphQLISODateTime, { description: "When it was claimed." })
  @Column("datetime", { precision: 3, nullable: true })
  claimedAt!: Date | null;
}

/** Gives the state of a red packet at a time: one that is open ends by itself. */
export function stateOf(
  { state, expiresAt }: Pick<RedPacket, "state" | "expiresAt">,
  now: Date,
): RedPacketState {
  return state === RedPacketState.OPEN && expiresAt <= now ? RedPacketState.ENDED : state;
}
