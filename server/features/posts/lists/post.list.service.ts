import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, prime } from "../../../core/loaders.ts";
import {
  checkFirst,
  counted,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { allow } from "../../../core/viewer.ts";
import { ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import type { Post } from "../post.entity.ts";
import { PostSort } from "../post.input.ts";
import { commentPageKey, commentPageOf } from "../post.loaders.ts";
import { moderatesPosts } from "../post.policy.ts";
import {
  readAfterNumber,
  readMostLiked,
  readNumbers,
  readOfAuthor,
  type ListedPosts,
} from "./post.list.sql.ts";

const NUMBER_MAX = 2 ** 31 - 1;

/** Parameters of a list of replies. */
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
  if (request.sort === PostSort.AUTHOR) return ofAuthor(ctx, thread, first, request);
  return counted(await pageOfAll(ctx, thread, first, request), thread.postCount);
}

function pageOfAll(
  ctx: Context,
  thread: Thread,
  first: number,
  request: PostListRequest,
): Promise<Connection<Post>> {
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

/** Selects the replies that the viewer's list contains. */
function listedPosts({ viewer }: Context, thread: Thread): ListedPosts {
  return moderatesPosts(viewer, thread) || viewer.isShared ? "everything" : { ownerId: viewer.id };
}

/** Leaves out what waits for approval where it was read only to learn whose it is. */
function withoutWaiting({ viewer }: Context, posts: Post[]): Post[] {
  if (!viewer.isShared) return posts;
  return posts.filter((post) => post.approval === ApprovalState.APPROVED || viewer.owns(post));
}

const cursorName = (sort: PostSort): string => `posts.${sort}`;

/** Reads the window of numbers from `fromNumber`; hidden replies make it shorter, so pages never overlap. */
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
  const range = { low, high, order: oldest ? "ASC" : "DESC" } as const;
  const posts = withoutWaiting(ctx, await readNumbers(ctx, thread.id, range, listedPosts(ctx, thread)));
  const cursor = (number: number): string => encodeCursor(cursorName(sort), [number]);
  const page = pageOf(posts, first, (post) => cursor(post.number!), false);
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
  const next = { start, order: oldest ? "ASC" : "DESC", limit: first + 1 } as const;
  const posts = withoutWaiting(ctx, await readAfterNumber(ctx, thread.id, next, listedPosts(ctx, thread)));
  return pageOf(posts, first, (post) => encodeCursor(cursorName(sort), [post.number!]), after !== null);
}

/** The replies of the thread's author, oldest first; deleted ones say nothing here and are left out. */
async function ofAuthor(
  ctx: Context,
  thread: Thread,
  first: number,
  { after, fromNumber }: PostListRequest,
): Promise<Connection<Post>> {
  if (fromNumber != null) {
    throw invalid("fromNumber", "只看楼主时不支持楼层号", "fromNumber goes with OLDEST and NEWEST only.");
  }
  const start = after ? (decodeCursor(cursorName(PostSort.AUTHOR), after, ["number"])[0] as number) : 0;
  const next = { authorId: thread.authorId, start, limit: first + 1 };
  const posts = await readOfAuthor(ctx, thread.id, next, listedPosts(ctx, thread));
  const cursorOf = (post: Post): string => encodeCursor(cursorName(PostSort.AUTHOR), [post.number!]);
  return pageOf(posts, first, cursorOf, Boolean(after));
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
  const posts = await readMostLiked(ctx, thread.id, key, first + 1);
  const cursorOf = (post: Post): string =>
    encodeCursor(cursorName(PostSort.MOST_LIKED), [post.likeCount, post.id]);
  return pageOf(posts, first, cursorOf, key !== null);
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
  const comments = post.parentId === null ? await load(ctx, commentPageOf, key) : [];
  const cursorOf = (comment: Post): string => encodeCursor("comments", [comment.id]);
  return counted(pageOf(comments ?? [], first, cursorOf, Boolean(after)), post.commentCount);
}
