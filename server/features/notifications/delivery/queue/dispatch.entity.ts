import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { User } from "../../../users/user.entity.ts";

/** Longest reason that is kept, in characters; never a secret or an address. */
export const DISPATCH_ERROR_MAX = 200;

/** What became of something that was to leave the site. */
export enum DispatchState {
  /** Waits for its time, or for another try. */
  PENDING = "PENDING",
  SENT = "SENT",
  /** No longer wanted when it was its turn: read, withdrawn, not allowed, switched off. */
  CANCELLED = "CANCELLED",
  /** Given up after errors; for an administrator to look at. */
  FAILED = "FAILED",
  /** The address takes nothing any more, or has had enough for a day. */
  SUPPRESSED = "SUPPRESSED",
}
registerEnumType(DispatchState, {
  name: "NotificationDispatchState",
  description: "What became of something that was to leave the site.",
});

/** Something that is to reach one member through one channel outside the site. */
@ObjectType("NotificationDispatch", { simpleResolvers: true, description: "A line of the delivery log." })
@Entity("notice_dispatches")
@Index(["state", "dueAt", "id"])
@Index(["userId", "channel", "state", "doneAt"])
@Index(["letterId"])
@Index(["state", "channel", "id"])
@Index(["subject", "channel"], { unique: true })
export class Dispatch {
  @Field(() => ID)
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => NotificationChannel)
  @Column("varchar", { length: 10 })
  channel!: NotificationChannel;

  /** What it tells of; see `subjects.ts`. Once per channel, so that nothing is sent for it twice. */
  @Column("varchar", { length: 40 })
  subject!: string;

  @Field(() => String, { description: "Kind of the notification, or message, digest, email.verify." })
  @Column("varchar", { length: 40 })
  kind!: string;

  @Field(() => DispatchState)
  @Column("varchar", { length: 12 })
  state!: DispatchState;

  /** Those of one number go out as one letter, also when it is tried again: the number makes its Message-ID. */
  @Column("integer", { nullable: true })
  letterId!: number | null;

  @Field(() => Int, { description: "How often it was tried." })
  @Column("int")
  attempts!: number;

  @Field(() => GraphQLISODateTime, { description: "When it is its turn; later while somebody sends it." })
  @Column("datetime", { precision: 3 })
  dueAt!: Date;

  @Field(() => GraphQLISODateTime)
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true })
  @Column("datetime", { precision: 3, nullable: true })
  doneAt!: Date | null;

  @Field(() => String, { description: "Why it was not sent, as a short code; empty if it was." })
  @Column("varchar", { length: DISPATCH_ERROR_MAX })
  error!: string;
}
