import type { Context } from "../../../core/context.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  counted,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import {
  countListedThreads,
  listedCategoryIds,
  readableCategoryIds,
} from "../../categories/category.service.ts";
import { currentTopicId } from "../../topics/topic.list.service.ts";
import { canViewUser } from "../../users/user.policy.ts";
import { indexFor } from "./listIndex.ts";
import type { Thread } from "../thread.entity.ts";
import { ThreadSort, type ThreadFilter } from "../thread.input.ts";
import { threadById } from "../thread.loaders.ts";
import {
  addCategories,
  addTopic,
  filterConditions,
  type Categories,
  type Conditions,
} from "./thread.conditions.sql.ts";
import { countSince, readKeys, readPinned, type SortColumn } from "./thread.list.sql.ts";

/** Pinned threads of one list. */
export const PINNED_MAX = 10;

/** Age after which a thread without news is not unread any more, whoever has seen it. */
const UNREAD_MS = 30 * 86_400_000;

/** Parameters of a list of threads. */
export interface ThreadListRequest extends PageRequest {
  readonly categoryId?: number;
  /** Threads that name this topic. */
  readonly topicId?: number;
  readonly sort: ThreadSort;
  readonly filter?: ThreadFilter | null;
}

const COLUMN_OF: Readonly<Record<ThreadSort, SortColumn>> = {
  [ThreadSort.NEWEST]: "createdAt",
  [ThreadSort.LAST_REPLY]: "lastPostedAt",
  [ThreadSort.HOT]: "hotScore",
};

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
  const categoriesOf = request.filter?.complete ? readableCategoryIds : listedCategoryIds;
  const categories = await categoriesOf(ctx, request.categoryId);
  const isHome = request.categoryId === undefined && request.topicId === undefined;
  const conditions = conditionsOf(ctx, request.filter ?? {}, categories, isHome);
  if (request.topicId !== undefined) {
    addTopic(conditions, await currentTopicId(ctx, request.topicId));
  } else if (!conditions.plain) {
    conditions.index ??= await indexFor(ctx, request, categories);
  }
  const keys = await readKeys(ctx, conditions, { categories, column, after, limit: first + 1 });

  const page = [...keys.keys()].slice(0, first);
  await preload(ctx, threadById, page);
  const threads = page
    .map((id) => load(ctx, threadById, id) as Thread | null)
    .filter((thread) => thread !== null);
  // Members are not recommended what they wrote themselves.
  if (request.filter?.recommended) for (const { authorId } of threads) ctx.viewer.differsFor(authorId);
  const cursorOf = (thread: Thread): string => encodeCursor(list, [keys.get(thread.id)!, thread.id]);
  const found = pageOf(threads, first, cursorOf, after !== null, keys.size > first);
  const isWhole = request.topicId === undefined && isEmptyFilter(request.filter ?? {});
  return isWhole ? counted(found, await countListedThreads(ctx, categories)) : found;
}

function isEmptyFilter(filter: ThreadFilter): boolean {
  return Object.values(filter).every((value) => value === undefined || value === null);
}

/**
 * Checks a filter for the viewer and writes it as conditions.
 * @param isHome true for lists of the whole forum, which leave out what the viewer has muted
 * @throws {DomainError} like `listThreads`
 */
export function conditionsOf(
  ctx: Context,
  filter: ThreadFilter,
  categories: "all" | number[],
  isHome: boolean,
): Conditions {
  const { viewer } = ctx;
  const authorId = parseOptionalId(filter.authorId, "filter.authorId");
  const likedById = parseOptionalId(filter.likedById, "filter.likedById");
  const viewerId = viewer.isMember ? viewer.id : null;
  const isHidden = Boolean(filter.pending || filter.deleted || filter.refused);
  const isOwn = authorId !== undefined && authorId === viewerId;
  const moderatedIn = isHidden && !isOwn ? moderatedCategories(ctx, categories) : null;
  if (filter.unread) allow(mustBeMember(viewer));
  if (filter.followed) allow(mustBeMember(viewer));
  if (likedById !== undefined) allow(canViewUser(viewer, likedById));
  if (filter.favorite || filter.liked) allow(mustBeMember(viewer));
  const unreadSince = filter.unread ? new Date(ctx.now.getTime() - UNREAD_MS) : undefined;
  return filterConditions({ ...filter, authorId, likedById, viewerId, isHome, moderatedIn, unreadSince });
}

/** Lists the categories whose waiting and deleted threads the viewer may see. @throws {DomainError} if there is none */
function moderatedCategories(ctx: Context, categories: "all" | number[]): Categories {
  const granted = ctx.viewer.categoriesWith("thread.hide");
  if (granted === "all") return granted;
  const both = categories === "all" ? granted : granted.filter((id) => categories.includes(id));
  if (both.length === 0) allow(ctx.viewer.check("thread.hide"));
  return both;
}

/** Pinned threads of a category with its children, or of all that the viewer may view; last replied to first. */
export async function listPinnedThreads(ctx: Context, categoryId: number | undefined): Promise<Thread[]> {
  const categories = await listedCategoryIds(ctx, categoryId);
  const conditions = conditionsOf(ctx, {}, categories, categoryId === undefined);
  addCategories(conditions, categories);
  return readPinned(ctx, conditions, PINNED_MAX);
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

/** A list and the time since which its new threads are counted. */
export interface NewThreadsRequest extends Pick<ThreadListRequest, "categoryId" | "filter"> {
  readonly since: Date;
}

/**
 * Counts threads of others that a list has got since a time, at most 100.
 * @throws {DomainError} like `listThreads`.
 */
export async function countNewThreads(ctx: Context, request: NewThreadsRequest): Promise<number> {
  const categories = await listedCategoryIds(ctx, request.categoryId);
  const isHome = request.categoryId === undefined;
  const conditions = conditionsOf(ctx, request.filter ?? {}, categories, isHome);
  addCategories(conditions, categories);
  return countSince(ctx, conditions, request.since, NEW_THREADS_MAX);
}
