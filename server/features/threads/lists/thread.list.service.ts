import type { Context, SqlValue } from "../../../core/context.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type CursorKey,
  type PageRequest,
} from "../../../core/paging.ts";
import { byIndex, marks, rows, rowsEach, select, sqlTime } from "../../../core/sql.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { listedCategoryIds } from "../../categories/category.service.ts";
import { standingTopicId } from "../../topics/topic.list.service.ts";
import { canViewUser } from "../../users/user.policy.ts";
import { WatchLevel, type WatchTarget } from "../../watches/watch.entity.ts";
import { indexFor } from "./listIndex.ts";
import { ApprovalState, OVERVIEW_INDEX, Thread } from "../thread.entity.ts";
import { ThreadSort, ThreadType, type ThreadFilter } from "../thread.input.ts";
import { LONG_TEXTS, threadById } from "../thread.loaders.ts";

/** Pinned threads of one list. */
export const PINNED_MAX = 10;
/** Up to so many categories are read one by one, each by its own index; more are filtered out of the whole forum. */
const CATEGORIES_READ_APART = 16;

/** What a list of threads is asked for. */
export interface ThreadListRequest extends PageRequest {
  readonly categoryId?: number;
  /** Threads that name this topic. */
  readonly topicId?: number;
  readonly sort: ThreadSort;
  readonly filter?: ThreadFilter | null;
}

/** The columns that lists are ordered by. */
export type SortColumn = "createdAt" | "lastPostedAt" | "hotScore";
const COLUMN_OF: Readonly<Record<ThreadSort, SortColumn>> = {
  [ThreadSort.NEWEST]: "createdAt",
  [ThreadSort.LAST_REPLY]: "lastPostedAt",
  [ThreadSort.HOT]: "hotScore",
};

/** Conditions on the table `threads t`, and whether an order's own index may be insisted on. */
export interface Conditions {
  readonly sql: string[];
  readonly values: SqlValue[];
  plain: boolean;
  /** The index that these conditions are to be read by, if not the order's own. */
  index?: string;
}

/**
 * A page of threads: of a category with its children, or of all that the viewer may view. Ids are read from an index
 * alone, then the rows by key, so that a page costs the same however many threads there are.
 * @throws {DomainError} NOT_FOUND for a hidden category; FORBIDDEN or LOGIN_REQUIRED for lists that need more;
 *   INVALID_PARAMETER for `first`, `after`, `authorId`.
 */
export async function listThreads(ctx: Context, request: ThreadListRequest): Promise<Connection<Thread>> {
  const first = checkFirst(request.first);
  const column = COLUMN_OF[request.sort];
  const list = `threads.${column}`;
  const types = [column === "hotScore" ? "number" : "string", "number"] as const;
  const after = request.after ? decodeCursor(list, request.after, types) : null;
  const categories = await listedCategoryIds(ctx, request.categoryId);
  const isHome = request.categoryId === undefined && request.topicId === undefined;
  const conditions = conditionsOf(ctx, request.filter ?? {}, categories, isHome);
  if (request.topicId !== undefined) {
    // Its threads are fewer than all others, so the order's index stays out of it.
    conditions.sql.push("t.id IN (SELECT l.threadId FROM thread_topics l WHERE l.topicId = ?)");
    conditions.values.push(await standingTopicId(ctx, request.topicId));
    conditions.plain = false;
    conditions.index = undefined;
  } else {
    if (!conditions.plain) conditions.index ??= await indexFor(ctx, request, categories);
  }
  const keys = await readKeys(ctx, conditions, categories, column, after, first + 1);

  const page = [...keys.keys()].slice(0, first);
  await preload(ctx, threadById, page);
  const found = page
    .map((id) => load(ctx, threadById, id) as Thread | null)
    .filter((thread) => thread !== null);
  const cursorOf = (thread: Thread): string => encodeCursor(list, [keys.get(thread.id)!, thread.id]);
  return pageOf(found, first, cursorOf, after !== null, keys.size > first);
}

/**
 * What a filter means for the viewer.
 * @param isHome whether the list is of the whole forum, where nobody has asked for a category that they have muted
 * @throws {DomainError} like `listThreads`
 */
export function conditionsOf(
  ctx: Context,
  filter: ThreadFilter,
  categories: "all" | number[],
  isHome: boolean,
): Conditions {
  const conditions: Conditions = { sql: [], values: [], plain: true };
  const add = (sql: string, ...values: SqlValue[]): void => {
    conditions.sql.push(sql);
    conditions.values.push(...values);
  };
  const drive = (sql: string, ...values: SqlValue[]): void => {
    add(sql, ...values);
    conditions.plain = false;
  };
  const { viewer } = ctx;
  const authorId = parseOptionalId(filter.authorId, "filter.authorId");
  const likedById = parseOptionalId(filter.likedById, "filter.likedById");
  const own = authorId !== undefined && viewer.isMember && authorId === viewer.id;

  if (filter.pending || filter.deleted || filter.refused) {
    if (!own) {
      drive(...moderated(ctx, categories));
      add("t.visible = 0");
      // An author has few threads; what is rare among many is found in the index alone.
      conditions.index = authorId === undefined ? OVERVIEW_INDEX : "ix_threads_authorId_createdAt_id";
    }
    if (filter.pending) drive("t.approval = ? AND t.deletedAt IS NULL", ApprovalState.PENDING);
    if (filter.refused) drive("t.approval = ? AND t.deletedAt IS NULL", ApprovalState.IGNORED);
    if (filter.deleted) drive("t.deletedAt IS NOT NULL");
    if (filter.deleted && own) drive("t.deletedById = ?", viewer.id);
  } else if (own) {
    drive("t.deletedAt IS NULL");
  } else {
    // The plus keeps the order's index out of it: few threads are marked, and all others would be looked at in vain.
    const few = filter.essence || filter.favorite || filter.liked;
    add(few ? "+t.visible = 1" : "t.visible = 1");
  }
  if (authorId !== undefined) {
    drive("t.authorId = ?", authorId);
    if (!own) add("t.isAnonymous = 0");
  } else if (viewer.isMember) {
    // Anonymous threads stay: that one vanishes after a block would name its author.
    const blocked = "SELECT b.blockedUserId FROM blocks b WHERE b.userId = ?";
    add(`(t.isAnonymous = 1 OR t.authorId NOT IN (${blocked}))`, viewer.id);
    // What was muted is left out where nobody has chosen it.
    if (isHome && !filter.favorite && !filter.liked && likedById === undefined) {
      add(`(t.isAnonymous = 1 OR t.authorId NOT IN (${muted("MEMBER")}))`, viewer.id);
      add(
        `t.categoryId NOT IN (${muted("CATEGORY")}) AND t.id NOT IN (${muted("THREAD")})`,
        viewer.id,
        viewer.id,
      );
    }
  }
  if (filter.essence) drive("t.isEssence = 1");
  if (filter.followed) {
    allow(mustBeMember(viewer));
    add("t.isAnonymous = 0");
    drive("t.authorId IN (SELECT f.toUserId FROM follows f WHERE f.fromUserId = ?)", viewer.id);
  }
  if (filter.recommended) {
    add("(t.isEssence = 1 OR t.likeCount > 0 OR t.postCount > 0)");
    if (viewer.isMember) add("t.authorId <> ?", viewer.id);
  }
  if (likedById !== undefined) {
    allow(canViewUser(viewer, likedById));
    drive("t.id IN (SELECT r.threadId FROM thread_likes r WHERE r.userId = ?)", likedById);
  }
  for (const [wanted, table] of [
    [filter.favorite, "thread_favorites"],
    [filter.liked, "thread_likes"],
  ] as const) {
    if (!wanted) continue;
    allow(mustBeMember(viewer));
    drive(`t.id IN (SELECT r.threadId FROM ${table} r WHERE r.userId = ?)`, viewer.id);
  }
  if (filter.type) drive(TYPE_CONDITIONS[filter.type]);
  if (filter.publishedFrom) drive("t.createdAt >= ?", filter.publishedFrom);
  if (filter.publishedBefore) drive("t.createdAt < ?", filter.publishedBefore);
  return conditions;
}

/** What the viewer has muted of one kind; one id fills it in. */
const muted = (target: `${WatchTarget}`): string =>
  `SELECT w.targetId FROM watches w WHERE w.userId = ? AND w.target = '${target}' AND w.level = '${WatchLevel.MUTED}'`;

const TYPE_CONDITIONS: Readonly<Record<ThreadType, string>> = {
  [ThreadType.TEXT]: "t.hasImages = 0 AND t.hasAttachments = 0 AND t.longitude IS NULL",
  [ThreadType.IMAGE]: "t.hasImages = 1",
  [ThreadType.ATTACHMENT]: "t.hasAttachments = 1",
  [ThreadType.POSITION]: "t.longitude IS NOT NULL",
};

/** The categories whose waiting and deleted threads the viewer may see. */
function moderated(ctx: Context, categories: "all" | number[]): [string, ...number[]] {
  const granted = ctx.viewer.categoriesWith("thread.hide");
  if (granted === "all") return ["1 = 1"];
  const both = categories === "all" ? granted : granted.filter((id) => categories.includes(id));
  if (both.length === 0) allow(ctx.viewer.check("thread.hide"));
  return [`t.categoryId IN (${marks(both)})`, ...both];
}

/** Ids and sort keys of one page and one row more, in order. */
export async function readKeys(
  ctx: Context,
  conditions: Conditions,
  categories: "all" | number[],
  column: SortColumn,
  after: CursorKey | null,
  limit: number,
): Promise<Map<number, string | number>> {
  const { plain } = conditions;
  const apart = categories !== "all" && plain && categories.length <= CATEGORIES_READ_APART;
  const where: string[] = [];
  const categoryValues: SqlValue[] = [];
  if (apart) {
    where.push("t.categoryId = ?");
  } else if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    categoryValues.push(...categories);
  }
  where.push(...conditions.sql);
  const tail: SqlValue[] = [...conditions.values];
  if (after) {
    where.push(`t.${column} <= ? AND (t.${column} < ? OR t.id < ?)`);
    tail.push(after[0]!, after[0]!, after[1]!);
  }
  tail.push(limit);
  const chosen =
    conditions.index ?? (plain ? `ix_threads_${apart ? "categoryId_" : ""}visible_${column}_id` : null);
  const index = chosen ? byIndex(ctx, chosen) : "";
  const sql = `SELECT t.id, t.${column} AS sortKey FROM threads t ${index} WHERE ${where.join(" AND ")}
    ORDER BY t.${column} DESC, t.id DESC LIMIT ?`;
  const valuesEach = apart ? categories.map((id) => [id, ...tail]) : [[...categoryValues, ...tail]];
  const found = await rowsEach<{ id: number; sortKey: string | number | Date }>(ctx, sql, valuesEach);

  const keyOf = (key: string | number | Date): string | number => (key instanceof Date ? sqlTime(key) : key);
  const keyed = found.map(({ id, sortKey }) => ({ id, key: keyOf(sortKey) }));
  if (valuesEach.length > 1) keyed.sort((a, b) => (a.key === b.key ? b.id - a.id : a.key < b.key ? 1 : -1));
  return new Map(keyed.slice(0, limit).map(({ id, key }) => [id, key]));
}

/** Pinned threads of a category with its children, or of all that the viewer may view; last replied to first. */
export async function listPinnedThreads(ctx: Context, categoryId: number | undefined): Promise<Thread[]> {
  const categories = await listedCategoryIds(ctx, categoryId);
  const conditions = conditionsOf(ctx, {}, categories, categoryId === undefined);
  if (categories !== "all") {
    conditions.sql.push(`t.categoryId IN (${marks(categories)})`);
    conditions.values.push(...categories);
  }
  const from = `threads t ${byIndex(ctx, "ix_threads_isSticky_visible")} WHERE t.isSticky = 1 AND ${conditions.sql.join(" AND ")}
    ORDER BY t.lastPostedAt DESC, t.id DESC LIMIT ?`;
  return select(ctx, Thread, "t", from, [...conditions.values, PINNED_MAX], LONG_TEXTS);
}

/** Threads of a member, newest first; nothing where the viewer may view no lists, since a profile shows without them. */
export async function listThreadsOf(
  ctx: Context,
  authorId: number,
  page: PageRequest,
): Promise<Connection<Thread>> {
  if (!ctx.viewer.mayAnywhere("viewThreads")) return pageOf([], checkFirst(page.first), () => "", false);
  return listThreads(ctx, {
    ...page,
    sort: ThreadSort.NEWEST,
    filter: { authorId: String(parseId(authorId)) },
  });
}

/** New threads are counted up to here. */
export const NEW_THREADS_MAX = 100;

/** What is asked of a list: which threads of it are newer than a moment. */
export interface NewThreadsRequest extends Pick<ThreadListRequest, "categoryId" | "filter"> {
  readonly since: Date;
}

/**
 * How many threads of others a list has got since a moment, at most 100.
 * @throws {DomainError} like `listThreads`.
 */
export async function countNewThreads(ctx: Context, request: NewThreadsRequest): Promise<number> {
  const categories = await listedCategoryIds(ctx, request.categoryId);
  const isHome = request.categoryId === undefined;
  const { sql, values, plain } = conditionsOf(ctx, request.filter ?? {}, categories, isHome);
  if (categories !== "all") {
    sql.push(`t.categoryId IN (${marks(categories)})`);
    values.push(...categories);
  }
  const index = plain ? byIndex(ctx, "ix_threads_visible_createdAt_id") : "";
  const found = await rows<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT t.id FROM threads t ${index}
       WHERE ${sql.join(" AND ")} AND t.createdAt > ? AND t.authorId <> ? LIMIT ?) x`,
    [...values, request.since, ctx.viewer.id, NEW_THREADS_MAX],
  );
  return Number(found[0]!.n);
}
