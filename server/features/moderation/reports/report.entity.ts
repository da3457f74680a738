import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Message } from "../../messages/message.entity.ts";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";

/** Longest explanation of a report, in characters (legacy-facts 6.1). */
export const REPORT_DETAIL_MAX = 450;

/** Reasons of reports (legacy-facts 6.1): 广告垃圾, 违规内容, 恶意灌水, 重复发帖, 其他理由. */
export enum ReportReason {
  SPAM = "SPAM",
  ILLEGAL = "ILLEGAL",
  FLOODING = "FLOODING",
  DUPLICATE = "DUPLICATE",
  OTHER = "OTHER",
}
registerEnumType(ReportReason, {
  name: "ReportReason",
  description: "Advertising, illegal content, flooding, posted twice, something else.",
  valuesConfig: {
    SPAM: { description: "Advertising." },
    ILLEGAL: { description: "Against the law or the rules." },
    FLOODING: { description: "Written only to fill the forum." },
    DUPLICATE: { description: "Published before." },
    OTHER: { description: "Something else, which `detail` explains." },
  },
});

/** Status of a report. */
export enum ReportStatus {
  OPEN = "OPEN",
  ACCEPTED = "ACCEPTED",
  REJECTED = "REJECTED",
}
registerEnumType(ReportStatus, {
  name: "ReportStatus",
  description: "Whether a report was decided about.",
  valuesConfig: {
    OPEN: { description: "Waits for a moderator." },
    ACCEPTED: { description: "The reporter was right." },
    REJECTED: { description: "Nothing was found wrong." },
  },
});

/** Standing of a reporter that the weight of a report depends on. */
export enum WeightBasis {
  MEMBER = "MEMBER",
  NEW = "NEW",
  TRUSTED = "TRUSTED",
  MODERATOR = "MODERATOR",
}
registerEnumType(WeightBasis, {
  name: "ReportWeightBasis",
  description: "Standing of a reporter that the weight of a report depends on.",
  valuesConfig: {
    MEMBER: { description: "By the record of earlier reports." },
    NEW: { description: "A new member, whose reports weigh little." },
    TRUSTED: { description: "A group whose reports count twice." },
    MODERATOR: { description: "A moderator of the content." },
  },
});

/** A report of a member about a thread, a reply, a member or a private message. */
@ObjectType("Report", { description: "What a member told the moderators; for the reporter and moderators." })
@Entity("reports")
@Index(["status", "id"])
@Index(["targetKey", "status"])
@Index(["openKey"], { unique: true })
@Index(["messageId"])
@Index(["reporterId", "status"])
export class Report {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  reporterId!: number;

  /** The reported thread, or the thread of the reported reply. */
  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  /** The reported member, or the author of the reported message. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  @Field(() => ID, { nullable: true, description: "The reported private message." })
  @Column("integer", { nullable: true })
  messageId!: number | null;

  /** Target of the report as one value: `t12`, `p34`, `u5` or `m6`. */
  @Column("varchar", { length: 24 })
  targetKey!: string;

  /** Reporter and target while the report is open, null afterwards: unique, so that there is one open report of each. */
  @Column("varchar", { length: 48, nullable: true })
  openKey!: string | null;

  @Field(() => ReportReason, { description: "What is wrong with it." })
  @Column("varchar", { length: 12 })
  reason!: ReportReason;

  @Field(() => String, { description: "Explanation, at most 450 characters; may be empty." })
  @Column("text")
  detail!: string;

  @Field(() => ReportStatus, { description: "Whether it was decided about, and how." })
  @Column("varchar", { length: 12 })
  status!: ReportStatus;

  @Column("integer", { nullable: true })
  handledById!: number | null;

  /** Weight when it was sent; 0 for reports from before weights. */
  @Column("int", { default: 0 })
  weight!: number;

  /** Empty for reports from before weights. */
  @Column("varchar", { length: 12, default: "" })
  weightBasis!: WeightBasis | "";

  /** Earlier reports of the member in which moderators saw them right, and wrong. */
  @Column("int", { default: 0 })
  upheldBefore!: number;

  @Column("int", { default: 0 })
  dismissedBefore!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was decided about; null while it is open.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  handledAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: "When it was reported first." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When the reporter or the staff changed it last." })
  @Column("datetime", { precision: 3 })
  updatedAt!: Date;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "reporterId" })
  reporterRow?: Relation<User>;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  postRow?: Relation<Post>;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  @ManyToOne(() => Message, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "messageId" })
  messageRow?: Relation<Message>;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "handledById" })
  handledByRow?: Relation<User>;
}
