import type { SqlValue } from "../../../core/context.ts";
import { marks } from "../../../core/sql.ts";
import { WatchLevel, type WatchTarget } from "../../watches/watch.entity.ts";
import { ApprovalState, OVERVIEW_INDEX } from "../thread.entity.ts";
import type { ThreadFilter, ThreadType } from "../thread.input.ts";

/**
 * Conditions of thread lists. Raw since the lists are the hottest reads of the forum, and each says which index is read.
 */

/** Conditions on the table `threads t`, with the index that they are read by. */
export interface Conditions {
  readonly sql: string[];
  readonly values: SqlValue[];
  /** True while the index of the list's order may be forced. */
  plain: boolean;
  /** The index to read by, if not that of the order. */
  index?: string;
}

/** Categories that a list is about. */
export type Categories = "all" | readonly number[];

/** A filter whose ids are parsed and whose permissions are checked. */
export interface CheckedFilter extends Omit<ThreadFilter, "authorId" | "likedById"> {
  readonly authorId: number | undefined;
  readonly likedById: number | undefined;
  /** Null for visitors. */
  readonly viewerId: number | null;
  /** The list of a whole forum, which leaves out what the viewer has muted. */
  readonly isHome: boolean;
  /** Time of the last news of threads that may be unread; undefined for lists of what is read as well. */
  readonly unreadSince: Date | undefined;
  /** Categories whose hidden threads are listed; null for lists of visible threads and of the viewer's own. */
  readonly moderatedIn: Categories | null;
}

/** Adds a condition that the index of the list's order can check on its way. */
function check(conditions: Conditions, sql: string, ...values: readonly SqlValue[]): void {
  conditions.sql.push(sql);
  conditions.values.push(...values);
}

/** Adds a driving condition: one that few threads meet, so that the engine may choose another index. */
function drive(conditions: Conditions, sql: string, ...values: readonly SqlValue[]): void {
  check(conditions, sql, ...values);
  conditions.plain = false;
}

/** Writes a checked filter as conditions. */
export function filterConditions(filter: CheckedFilter): Conditions {
  const conditions: Conditions = { sql: [], values: [], plain: true };
  addState(conditions, filter);
  addAuthor(conditions, filter);
  addPeople(conditions, filter);
  addContents(conditions, filter);
  return conditions;
}

function isOwnList({ authorId, viewerId }: CheckedFilter): boolean {
  return authorId !== undefined && authorId === viewerId;
}

function addState(conditions: Conditions, filter: CheckedFilter): void {
  const { pending, deleted, refused, authorId, moderatedIn } = filter;
  const isOwn = isOwnList(filter);
  if (!pending && !deleted && !refused) {
    if (isOwn) return drive(conditions, "t.deletedAt IS NULL");
    // The plus keeps the order's index out of it: few threads are marked, and all others would be looked at in vain.
    const isRare = filter.essence || filter.favorite || filter.liked;
    return check(conditions, isRare ? "+t.visible = 1" : "t.visible = 1");
  }
  if (!isOwn) {
    if (moderatedIn === null || moderatedIn === "all") drive(conditions, "1 = 1");
    else drive(conditions, `t.categoryId IN (${marks(moderatedIn)})`, ...moderatedIn);
    check(conditions, "t.visible = 0");
    // An author has few threads; what is rare among many is found in the index alone.
    conditions.index = authorId === undefined ? OVERVIEW_INDEX : "ix_threads_authorId_createdAt_id";
  }
  if (pending) drive(conditions, "t.approval = ? AND t.deletedAt IS NULL", ApprovalState.PENDING);
  if (refused) drive(conditions, "t.approval = ? AND t.deletedAt IS NULL", ApprovalState.IGNORED);
  if (deleted) drive(conditions, "t.deletedAt IS NOT NULL");
  if (deleted && isOwn) drive(conditions, "t.deletedById = ?", filter.viewerId);
}

function addAuthor(conditions: Conditions, filter: CheckedFilter): void {
  const { authorId, viewerId } = filter;
  if (authorId !== undefined) {
    drive(conditions, "t.authorId = ?", authorId);
    if (!isOwnList(filter)) check(conditions, "t.isAnonymous = 0");
    return;
  }
  if (viewerId === null || filter.complete) return;
  // Anonymous threads stay: that one vanishes after a block would name its author.
  const blocked = "SELECT b.blockedUserId FROM blocks b WHERE b.userId = ?";
  check(conditions, `(t.isAnonymous = 1 OR t.authorId NOT IN (${blocked}))`, viewerId);
  // What was muted is left out where nobody has chosen it.
  if (!filter.isHome || filter.favorite || filter.liked || filter.likedById !== undefined) return;
  check(conditions, `(t.isAnonymous = 1 OR t.authorId NOT IN (${muted("MEMBER")}))`, viewerId);
  const places = `t.categoryId NOT IN (${muted("CATEGORY")}) AND t.id NOT IN (${muted("THREAD")})`;
  check(conditions, places, viewerId, viewerId);
}

/** Selects what the viewer has muted of one kind; takes the viewer's id. */
const muted = (target: `${WatchTarget}`): string =>
  `SELECT w.targetId FROM watches w WHERE w.userId = ? AND w.target = '${target}' AND w.level = '${WatchLevel.MUTED}'`;

function addPeople(conditions: Conditions, filter: CheckedFilter): void {
  const { viewerId, likedById } = filter;
  if (filter.essence) drive(conditions, "t.isEssence = 1");
  if (filter.unanswered) check(conditions, "t.postCount = 0");
  if (filter.unreadSince) {
    // Looked up thread by thread, in the order of the list.
    const read = `SELECT 1 FROM read_marks m WHERE m.userId = ? AND m.threadId = t.id AND m.number >= t.lastNumber`;
    check(conditions, `t.lastPostedAt >= ? AND NOT EXISTS (${read})`, filter.unreadSince, viewerId);
    check(conditions, "NOT (t.postCount = 0 AND t.authorId = ?)", viewerId);
  }
  if (filter.followed) {
    check(conditions, "t.isAnonymous = 0");
    const followed = "SELECT f.toUserId FROM follows f WHERE f.fromUserId = ?";
    drive(conditions, `t.authorId IN (${followed})`, viewerId);
  }
  if (filter.recommended) {
    check(conditions, "(t.isEssence = 1 OR t.likeCount > 0 OR t.postCount > 0)");
    if (viewerId !== null) check(conditions, "t.authorId <> ?", viewerId);
  }
  if (likedById !== undefined) drive(conditions, reactedBy("thread_likes"), likedById);
  if (filter.favorite) drive(conditions, reactedBy("thread_favorites"), viewerId);
  if (filter.liked) drive(conditions, reactedBy("thread_likes"), viewerId);
}

const reactedBy = (table: "thread_likes" | "thread_favorites"): string =>
  `t.id IN (SELECT r.threadId FROM ${table} r WHERE r.userId = ?)`;

const TYPE_CONDITIONS: Readonly<Record<`${ThreadType}`, string>> = {
  TEXT: "t.hasImages = 0 AND t.hasAttachments = 0 AND t.longitude IS NULL",
  IMAGE: "t.hasImages = 1",
  ATTACHMENT: "t.hasAttachments = 1",
  POSITION: "t.longitude IS NOT NULL",
};

function addContents(conditions: Conditions, filter: CheckedFilter): void {
  const { type, publishedFrom, publishedBefore, updatedSince } = filter;
  if (updatedSince)
    drive(conditions, "t.id IN (SELECT c.threadId FROM changes c WHERE c.at >= ?)", updatedSince);
  if (type) drive(conditions, TYPE_CONDITIONS[type]);
  if (publishedFrom) drive(conditions, "t.createdAt >= ?", publishedFrom);
  if (publishedBefore) drive(conditions, "t.createdAt < ?", publishedBefore);
}

/** Adds that a thread names a topic. The order's index stays out of it: its threads are fewer than all others. */
export function addTopic(conditions: Conditions, topicId: number): void {
  drive(conditions, "t.id IN (SELECT l.threadId FROM thread_topics l WHERE l.topicId = ?)", topicId);
  conditions.index = undefined;
}

/** Adds that a thread holds content of at least one of these types; no type at all matches no thread. */
export function addTypes(conditions: Conditions, types: readonly `${ThreadType}`[]): void {
  drive(conditions, `(${types.map((type) => TYPE_CONDITIONS[type]).join(" OR ") || "1 = 0"})`);
}

/** Adds that a thread is one of these. */
export function addAmong(conditions: Conditions, ids: readonly number[]): void {
  drive(conditions, `t.id IN (${marks(ids)})`, ...ids);
}

/** Adds that a thread is none of these. */
export function addWithout(conditions: Conditions, ids: readonly number[]): void {
  if (ids.length > 0) check(conditions, `t.id NOT IN (${marks(ids)})`, ...ids);
}

/** Adds that a thread was published at or after a time. */
export function addSince(conditions: Conditions, time: Date): void {
  check(conditions, "t.createdAt >= ?", time);
}

/** Adds that a thread is in one of the categories. */
export function addCategories(conditions: Conditions, categories: Categories): void {
  if (categories !== "all") check(conditions, `t.categoryId IN (${marks(categories)})`, ...categories);
}
