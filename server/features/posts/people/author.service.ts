import { cached } from "../../../core/cached.ts";
import type { Context } from "../../../core/context.ts";
import { load, preload, prime } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { sqlTime } from "../../../core/sql.ts";
import { allow } from "../../../core/viewer.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { blockedByViewer } from "../../users/relations/relation.loaders.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { canViewUser } from "../../users/user.policy.ts";
import type { Post } from "../post.entity.ts";
import { postById } from "../post.loaders.ts";
import { readActiveAuthors, readPostsOf } from "./author.sql.ts";

/** Members shown as active. */
const ACTIVE_MAX = 8;
/** Members cached as active: some more, since the viewer may block one or the other. */
const ACTIVE_CACHED = 24;
/** Newest replies, and newest threads, that count as activity. */
const RECENT = 1000;
/** Maximum age of the cached members. */
const ACTIVE_MAX_AGE_MS = 60_000;

const cachedActive = cached(
  (ctx): Promise<readonly number[]> => readActiveAuthors(ctx, RECENT, ACTIVE_CACHED),
  ACTIVE_MAX_AGE_MS,
);

/**
 * Members who have written most lately, at most 8; nobody whom the viewer blocks.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED without `user.view`.
 */
export async function listActiveUsers(ctx: Context): Promise<User[]> {
  allow(ctx.viewer.check("user.view"));
  const ids = await cachedActive.get(ctx);
  if (ids.length === 0) return [];
  await Promise.all([preload(ctx, blockedByViewer, ids), preload(ctx, userById, ids)]);
  return ids
    .filter((id) => load(ctx, blockedByViewer, id) !== true)
    .flatMap((id) => (load(ctx, userById, id) as User | null) ?? [])
    .slice(0, ACTIVE_MAX);
}

const LIST = "posts.author";

/**
 * Replies and comments of a member that the viewer may read, newest first; anonymous ones never, as on their profile.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED without `user.view`; INVALID_PARAMETER for first, after.
 */
export async function listPostsOf(
  ctx: Context,
  authorId: number,
  request: PageRequest,
): Promise<Connection<Post>> {
  allow(canViewUser(ctx.viewer, authorId));
  const first = checkFirst(request.first);
  const after = request.after ? decodeCursor(LIST, request.after, ["string", "number"]) : null;
  const cursorOf = (post: Post): string => encodeCursor(LIST, [sqlTime(post.createdAt), post.id]);
  if (!ctx.viewer.mayAnywhere("viewThreads") || !ctx.viewer.mayAnywhere("thread.viewPosts")) {
    return pageOf([], first, cursorOf, false);
  }
  const categories = await readableCategoryIds(ctx);
  const posts = await readPostsOf(ctx, { authorId, categories, after, limit: first + 1 });
  for (const post of posts) prime(ctx, postById, post.id, post);
  await preload(
    ctx,
    threadById,
    posts.map((post) => post.threadId),
  );
  return pageOf(posts, first, cursorOf, after !== null);
}
