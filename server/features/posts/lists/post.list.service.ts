import type { Context, SqlValue } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, prime } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { byIndex, select } from "../../../core/sql.ts";
import { allow } from "../../../core/viewer.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { Post } from "../post.entity.ts";
import { PostSort } from "../post.input.ts";
import { commentPageKey, commentPageOf, SOURCE_TEXT } from "../post.loaders.ts";
import { moderatesPosts } from "../post.policy.ts";

const NUMBER_MAX = 2 ** 31 - 1;

/** What a list of replies is asked for. */
export interface PostListRequest extends PageRequest {
  /** The page begins with this number; the next page with `fromNumber + first`, whatever is hidden in between. */
  readonly fromNumber?: number | null;
  readonly sort: PostSort;
}

/**
 * A page of the replies of a thread. Numbers have no gaps, so any page is one range read, however long the thread is.
 * Deleted replies keep their place without their text; those that wait for approval are there only for who may see them.
 * @throws {DomainError} NOT_FOUND, FORBIDDEN or LOGIN_REQUIRED if the thread may not be read; INVALID_PARAMETER.
 */
export async function listPosts(
  ctx: Context,
  thread: Thread,
  request: PostListRequest,
): Promise<Connection<Post>> {
  allow(canSeeThread(ctx.viewer, thread));
  prime(ctx, threadById, thread.id, thread);
  const first = checkFirst(request.first);
  if (request.sort === PostSort.MOST_LIKED) return mostLiked(ctx, thread, first, request);
  const { fromNumber, after } = request;
  if (fromNumber != null && !after)
    return numberedPage(ctx, thread, first, checkNumber(fromNumber), request.sort);
  return numberedList(ctx, thread, first, after ?? null, request.sort);
}

function checkNumber(fromNumber: number): number {
  if (fromNumber >= 1 && fromNumber <= NUMBER_MAX) return fromNumber;
  throw invalid("fromNumber", "楼层号无效", "fromNumber is a number of a reply, from 1.");
}

/** The replies that the viewer's list contains, as a condition on `posts p`; deleted ones are in it as empty places. */
function listed(ctx: Context, thread: Thread): { sql: string; values: SqlValue[] } {
  if (moderatesPosts(ctx.viewer, thread)) return { sql: "", values: [] };
  if (!ctx.viewer.isMember) return { sql: " AND p.approval = 1", values: [] };
  return { sql: " AND (p.approval = 1 OR p.authorId = ?)", values: [ctx.viewer.id] };
}

const cursorName = (sort: PostSort): string => `posts.${sort}`;

/** The window of numbers from `fromNumber`: what hides in it makes it shorter, so pages never overlap. */
async function numberedPage(
  ctx: Context,
  thread: Thread,
  first: number,
  fromNumber: number,
  sort: PostSort,
): Promise<Connection<Post>> {
  const oldest = sort === PostSort.OLDEST;
  const low = oldest ? fromNumber : Math.max(1, fromNumber - first + 1);
  const high = oldest ? fromNumber + first - 1 : fromNumber;
  const { sql, values } = listed(ctx, thread);
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_number")}
    WHERE p.threadId = ? AND p.number >= ? AND p.number <= ?${sql} ORDER BY p.number ${oldest ? "ASC" : "DESC"}`;
  const found = await select(ctx, Post, "p", from, [thread.id, low, high, ...values], SOURCE_TEXT);
  const cursor = (number: number): string => encodeCursor(cursorName(sort), [number]);
  const page = pageOf(found, first, (post) => cursor(post.number!), false);
  const hasNextPage = oldest ? thread.lastNumber > high : low > 1;
  const hasPreviousPage = oldest ? low > 1 : thread.lastNumber > high;
  const endCursor = hasNextPage ? cursor(oldest ? high : low) : page.pageInfo.endCursor;
  Object.assign(page.pageInfo, { hasNextPage, hasPreviousPage, endCursor });
  return page;
}

async function numberedList(
  ctx: Context,
  thread: Thread,
  first: number,
  after: string | null,
  sort: PostSort,
): Promise<Connection<Post>> {
  const oldest = sort === PostSort.OLDEST;
  const start = after
    ? (decodeCursor(cursorName(sort), after, ["number"])[0] as number)
    : oldest
      ? 0
      : NUMBER_MAX;
  const { sql, values } = listed(ctx, thread);
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_number")}
    WHERE p.threadId = ? AND p.number ${oldest ? ">" : "<"} ?${sql} ORDER BY p.number ${oldest ? "ASC" : "DESC"} LIMIT ?`;
  const found = await select(ctx, Post, "p", from, [thread.id, start, ...values, first + 1], SOURCE_TEXT);
  return pageOf(found, first, (post) => encodeCursor(cursorName(sort), [post.number!]), after !== null);
}

/** The best first; deleted ones and those that wait are not among the best. */
async function mostLiked(
  ctx: Context,
  thread: Thread,
  first: number,
  { after, fromNumber }: PostListRequest,
): Promise<Connection<Post>> {
  if (fromNumber != null) {
    throw invalid("fromNumber", "按点赞排序时不支持楼层号", "fromNumber goes with OLDEST and NEWEST only.");
  }
  const key = after
    ? (decodeCursor(cursorName(PostSort.MOST_LIKED), after, ["number", "number"]) as [number, number])
    : null;
  const below = key ? "AND p.likeCount <= ? AND (p.likeCount < ? OR p.id < ?)" : "";
  const from = `posts p ${byIndex(ctx, "ix_posts_threadId_parentId_likeCount_id")}
    WHERE p.threadId = ? AND p.parentId IS NULL AND p.visible = 1 ${below}
    ORDER BY p.likeCount DESC, p.id DESC LIMIT ?`;
  const values = [thread.id, ...(key ? [key[0], key[0], key[1]] : []), first + 1];
  const found = await select(ctx, Post, "p", from, values, SOURCE_TEXT);
  const cursorOf = (post: Post): string =>
    encodeCursor(cursorName(PostSort.MOST_LIKED), [post.likeCount, post.id]);
  return pageOf(found, first, cursorOf, key !== null);
}

/**
 * A page of the comments on a reply, oldest first; nothing under a comment.
 * @throws {DomainError} NOT_FOUND, FORBIDDEN or LOGIN_REQUIRED if the thread may not be read; INVALID_PARAMETER.
 */
export async function listComments(
  ctx: Context,
  post: Post,
  request: PageRequest,
): Promise<Connection<Post>> {
  const first = checkFirst(request.first);
  const { after } = request;
  const afterId = after ? (decodeCursor("comments", after, ["number"])[0] as number) : 0;
  const thread = (await load(ctx, threadById, post.threadId))!;
  allow(canSeeThread(ctx.viewer, thread));
  const everything = moderatesPosts(ctx.viewer, thread);
  const key = commentPageKey({ parentId: post.id, afterId, limit: first + 1, everything });
  const found = post.parentId === null ? await load(ctx, commentPageOf, key) : [];
  return pageOf(found ?? [], first, (comment) => encodeCursor("comments", [comment.id]), Boolean(after));
}
