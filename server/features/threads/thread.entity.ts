import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { Category } from "../categories/category.entity.ts";
import { User } from "../users/user.entity.ts";
import { REACTIONS_LENGTH } from "../../core/reactionCounts.ts";

/** Longest title, in characters. */
export const TITLE_MAX = 100;
/** Longest body of a thread or reply, in characters (legacy rule). */
export const BODY_MAX = 49_999;

/** Length of the column for the reason of a lock, in UTF-16 units. */
const LOCK_REASON_LENGTH = 400;

/** Approval by moderators (legacy is_approved). */
export enum ApprovalState {
  PENDING = 0,
  APPROVED = 1,
  IGNORED = 2,
}
registerEnumType(ApprovalState, {
  name: "ApprovalState",
  description: "Approval by moderators.",
  valuesConfig: {
    PENDING: { description: "Waits for a moderator; seen by its author and moderators." },
    APPROVED: { description: "Seen by everybody who reads its place." },
    IGNORED: { description: "Refused or hidden; seen by its author and moderators." },
  },
});

/** Answers moderators' filters by itself, without looking at the threads: what they look for may be rare. */
export const OVERVIEW_INDEX = "ix_threads_overview";
const OVERVIEW_COLUMNS = [
  "visible",
  "createdAt",
  "id",
  "approval",
  "deletedAt",
  "categoryId",
  "authorId",
  "isAnonymous",
  "hasImages",
  "hasAttachments",
  "isEssence",
  "longitude",
] as const;

/** Scores count from here, so that they fit 32 bits until 2088. */
const HOT_EPOCH_MS = Date.UTC(2020, 0, 1);
/** Ten times the activity lifts a thread as much as being younger by this (12.5 hours). */
const HOT_SECONDS_PER_TENFOLD = 45_000;
/** A reply says more than a like. */
const HOT_LIKES_PER_REPLY = 2;

/**
 * Computes the hot score of a thread, in seconds: the time of its publication, moved into the future by the logarithm
 * of replies and likes. Age is part of it, so that it changes only with a reply or a like.
 */
export function hotScoreOf(thread: { createdAt: Date; postCount: number; likeCount: number }): number {
  const seconds = (thread.createdAt.getTime() - HOT_EPOCH_MS) / 1000;
  const activity = 1 + HOT_LIKES_PER_REPLY * Math.max(0, thread.postCount) + Math.max(0, thread.likeCount);
  return Math.round(seconds + HOT_SECONDS_PER_TENFOLD * Math.log10(activity));
}

/** Faces that a row shows of those who replied. */
const POSTERS_MAX = 3;

/** Reads the ids of the members who replied last to a thread. */
export function posterIdsOf({ lastPosterIds }: Pick<Thread, "lastPosterIds">): number[] {
  return lastPosterIds === "" ? [] : lastPosterIds.split(",").map(Number);
}

/** Writes the members who replied last, the newest first, as their thread stores them. */
export function posterIdsText(authorIds: readonly number[]): string {
  return [...new Set(authorIds)].slice(0, POSTERS_MAX).join(",");
}

/** Shortest and longest pause of slow mode between two replies of a member: a minute, and a week. */
export const SLOW_MODE_SECONDS = { min: 60, max: 604_800 } as const;

/** The columns of a thread that say whether it is locked. */
export type LockFacts = Pick<Thread, "lockedAt" | "closesAt" | "closesAfterDays" | "lastPostedAt">;

const DAY_MS = 86_400_000;

/** Computes when a thread is locked by itself; null if it is not. Each reply puts off what waits for days without one. */
export function closingTime({
  closesAt,
  closesAfterDays,
  lastPostedAt,
}: Omit<LockFacts, "lockedAt">): Date | null {
  if (closesAt === null || closesAfterDays === null) return closesAt;
  return new Date(Math.max(closesAt.getTime(), lastPostedAt.getTime() + closesAfterDays * DAY_MS));
}

/** Since when a thread is locked, by hand or by itself, whether the job has come to it or not; null while it is open. */
export function lockedSince(thread: LockFacts, now: Date): Date | null {
  if (thread.lockedAt !== null) return thread.lockedAt;
  const closing = closingTime(thread);
  return closing !== null && closing <= now ? closing : null;
}

/** True if nobody but those who may lock a thread replies to it. */
export function isLocked(thread: LockFacts, now: Date): boolean {
  return lockedSince(thread, now) !== null;
}

/** A post that starts a discussion. */
@ObjectType("Thread", { simpleResolvers: true, description: "A post that starts a discussion." })
@Entity("threads")
@Index(["visible", "lastPostedAt", "id"])
@Index(["visible", "createdAt", "id"])
@Index(["visible", "hotScore", "id"])
@Index(["categoryId", "visible", "lastPostedAt", "id"])
@Index(["categoryId", "visible", "createdAt", "id"])
@Index(["categoryId", "visible", "hotScore", "id"])
@Index(["isEssence", "createdAt", "id"])
@Index(["isSticky", "visible"])
@Index(["hasImages", "visible", "lastPostedAt", "id"])
@Index(["hasAttachments", "visible", "lastPostedAt", "id"])
@Index(["authorId", "createdAt", "id"])
@Index(["approval", "createdAt", "id"])
@Index(["deletedAt", "id"])
@Index(["markdownVersion", "id"])
@Index(["longitude"])
@Index(["lockedAt", "closesAt"])
@Index(OVERVIEW_INDEX, [...OVERVIEW_COLUMNS])
export class Thread {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  categoryId!: number;

  @ManyToOne(() => Category, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "categoryId" })
  categoryRow?: Relation<Category>;

  /** Not a field: anonymous threads must not give their author away. See `author` in the resolver. */
  @Column("integer")
  authorId!: number;

  /** Declared for the foreign key only. Read people through `userById`, which batches. */
  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  authorRow?: Relation<User>;

  @Field(() => String, { description: "Plain text; empty for threads without a title." })
  @Column("varchar", { length: TITLE_MAX * 2 })
  title!: string;

  /** Of a thread with a price the free part alone, like all that is made of it; see `PaidContent`. */
  @Field(() => String, { description: "Markdown." })
  @Column("text")
  body!: string;

  @Field(() => String, { description: "The body as safe HTML." })
  @Column("text")
  bodyHtml!: string;

  /** Rules that made bodyHtml. */
  @Column("int")
  markdownVersion!: number;

  @Field(() => String, { description: "The beginning of the body as plain text, at most 200 characters." })
  @Column("varchar", { length: 1000 })
  excerpt!: string;

  /** The body without marks, for snippets; null where it has none, or until the job renders by newer rules. */
  @Column("text", { nullable: true })
  plainText!: string | null;

  @Field(() => Cents, { description: "Price of reading all of it, in cents; 0 if it is free." })
  @Column("integer", { default: 0 })
  priceCents!: number;

  @Field(() => Int, { description: "Part of a text with a price that everybody reads, in percent." })
  @Column("int", { default: 0 })
  freePercent!: number;

  @Field(() => Cents, {
    description: "Price of its files while its text is free, in cents; 0 if they are not sold by themselves.",
  })
  @Column("integer", { default: 0 })
  attachmentPriceCents!: number;

  /** Kept with the row so that nobody else asks for a red packet: replies, lists. */
  @Field(() => Boolean, { description: "Its author gives, or gave, money to those who reply." })
  @Column("boolean", { default: false })
  hasRedPacket!: boolean;

  /** Kept with the row so that nobody else asks for a bounty: replies, lists. */
  @Field(() => Boolean, { description: "Its author offers, or offered, money for replies of their choice." })
  @Column("boolean", { default: false })
  hasBounty!: boolean;

  /** Kept with the row so that nobody else asks for a question: lists. */
  @Field(() => Boolean, { description: "It asks one member, who is paid for the answer." })
  @Column("boolean", { default: false })
  hasQuestion!: boolean;

  /** Kept with the row so that nobody else asks for a poll: lists. */
  @Field(() => Boolean, { description: "It has a poll." })
  @Column("boolean", { default: false })
  hasPoll!: boolean;

  /** Kept with the row so that nobody else asks for goods: lists. */
  @Field(() => Boolean, { description: "It recommends goods in a shop." })
  @Column("boolean", { default: false })
  hasGoods!: boolean;

  @Field(() => Boolean, {
    description: "Published without the name; `author` is null then for all but the author and staff.",
  })
  @Column("boolean")
  isAnonymous!: boolean;

  /** Not the whole answer: see `isPinned` of the policy, since a pin may have an end. */
  @Column("boolean")
  isSticky!: boolean;

  /** End of the pin; null for none. */
  @Column("datetime", { precision: 3, nullable: true })
  stickyUntil!: Date | null;

  /** Not the whole answer: see `isLocked` of the policy, since it may close by itself. */
  @Column("datetime", { precision: 3, nullable: true })
  lockedAt!: Date | null;

  /** Reason that was given by hand; null while it is open, and where it was locked by itself. */
  @Column("varchar", { length: LOCK_REASON_LENGTH, nullable: true })
  lockReason!: string | null;

  /** Earliest time at which it is locked by itself, see `closingTime`; kept then, since it is the reason. */
  @Column("datetime", { precision: 3, nullable: true })
  closesAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: "Days without a reply after which it is locked by itself; null for none.",
  })
  @Column("int", { nullable: true })
  closesAfterDays!: number | null;

  @Field(() => Int, {
    description: "Seconds that a member waits between two replies to it, moderators excepted; 0 for none.",
  })
  @Column("int", { default: 0 })
  slowModeSeconds!: number;

  @Field(() => Boolean, { description: "Featured by a moderator." })
  @Column("boolean")
  isEssence!: boolean;

  @Column("boolean")
  hasImages!: boolean;

  @Column("boolean")
  hasAttachments!: boolean;

  @Field(() => ApprovalState, {
    description: "State of approval; what is not approved is seen by its author and moderators alone.",
  })
  @Column("int")
  approval!: ApprovalState;

  /** Approved and not deleted: what lists show. Kept with the row because lists are indexed by it. */
  @Column("boolean")
  visible!: boolean;

  @Column("datetime", { precision: 3, nullable: true })
  deletedAt!: Date | null;

  @Column("integer", { nullable: true })
  deletedById!: number | null;

  @Field(() => Int, { description: "Visible replies." })
  @Column("int")
  postCount!: number;

  @Field(() => Int, { description: "Number of the newest reply, deleted ones counted." })
  @Column("int")
  lastNumber!: number;

  /** Highest number whose reply is in another thread now, so that no number is given twice; 0 if none has left. */
  @Column("int", { default: 0 })
  movedNumber!: number;

  /** The thread that has its text and replies now; it is read there, and nobody sees this one any more. */
  @Column("integer", { nullable: true })
  mergedIntoId!: number | null;

  /** The reply that was accepted as the answer; kept while it is hidden, so that it answers again once it is back. */
  @Column("integer", { nullable: true })
  solutionId!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Number of the reply that was accepted as the answer; null without one that everybody sees.",
  })
  @Column("int", { nullable: true })
  solutionNumber!: number | null;

  @Field(() => Int, { description: "Times that its text was opened." })
  @Column("int")
  viewCount!: number;

  @Field(() => Int, { description: "Members who like it." })
  @Column("int")
  likeCount!: number;

  /** Counts of the reactions among the likes, the most frequent first; see `countedReactions`. */
  @Column("varchar", { length: REACTIONS_LENGTH, default: "" })
  reactions!: string;

  @Field(() => Int, { description: "Members who keep it among their favourites." })
  @Column("int")
  favoriteCount!: number;

  /** Grows with replies and likes, and with time, so that it need not be computed again as time passes. */
  @Column("int")
  hotScore!: number;

  @Column("double", { nullable: true })
  longitude!: number | null;

  @Column("double", { nullable: true })
  latitude!: number | null;

  @Column("varchar", { length: 255 })
  address!: string;

  @Column("varchar", { length: 255 })
  location!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was published." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When title or text were changed last; null if never.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  editedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: "Of the newest reply, or of the thread itself." })
  @Column("datetime", { precision: 3 })
  lastPostedAt!: Date;

  @Column("integer", { nullable: true })
  lastPostedById!: number | null;

  /** Members who replied last, the newest first: ids with commas, at most three, none of anonymous replies. */
  @Column("varchar", { length: 60, default: "" })
  lastPosterIds!: string;

  @Field(() => Int, { description: "Earlier versions that are kept." })
  @Column("int")
  revisionCount!: number;

  /** Rows of `thread_events`: kept with the row so that nobody asks for what most threads do not have. */
  @Column("int", { default: 0 })
  eventCount!: number;
}

/** The place at which a thread was written. */
@ObjectType("Position", { simpleResolvers: true, description: "The place at which a thread was written." })
export class Position {
  @Field(() => Float, { description: "Degrees, east positive." })
  longitude!: number;
  @Field(() => Float, { description: "Degrees, north positive." })
  latitude!: number;
  @Field(() => String, { description: "Postal address in one line." })
  address!: string;
  @Field(() => String, { description: "Short name of the place." })
  location!: string;
}
