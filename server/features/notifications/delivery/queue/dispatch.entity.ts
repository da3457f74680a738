import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { User } from "../../../users/user.entity.ts";

/** Maximum length of a stored failure, in characters; never a secret or an address. */
export const DISPATCH_ERROR_MAX = 200;

/** State of a dispatch. */
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
  valuesConfig: {
    PENDING: { description: "Waits for its time or for another try." },
    SENT: { description: "Was taken by the provider." },
    CANCELLED: { description: "Was not needed any more, such as read before." },
    FAILED: { description: "Was given up after several tries." },
    SUPPRESSED: { description: "Was not sent because the recipient does not want it." },
  },
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
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => NotificationChannel, { description: "The way that it takes out of the site." })
  @Column("varchar", { length: 10 })
  channel!: NotificationChannel;

  /** Its subject (`subjects.ts`), unique per channel, so that nothing is sent for it twice. */
  @Column("varchar", { length: 40 })
  subject!: string;

  @Field(() => String, { description: "Kind of the notification, or message, digest, email.verify." })
  @Column("varchar", { length: 40 })
  kind!: string;

  @Field(() => DispatchState, { description: "How far it has come." })
  @Column("varchar", { length: 12 })
  state!: DispatchState;

  /** Those of one number go out as one message, also when it is tried again: the number makes its Message-ID. */
  @Column("integer", { nullable: true })
  letterId!: number | null;

  @Field(() => Int, { description: "How often it was tried." })
  @Column("int")
  attempts!: number;

  @Field(() => GraphQLISODateTime, { description: "When it is its turn; later while somebody sends it." })
  @Column("datetime", { precision: 3 })
  dueAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was queued." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was sent or given up; null while it waits.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  doneAt!: Date | null;

  @Field(() => String, { description: "Why it was not sent, as a short code; empty if it was." })
  @Column("varchar", { length: DISPATCH_ERROR_MAX })
  error!: string;
}
