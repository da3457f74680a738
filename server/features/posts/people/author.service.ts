import { cached } from "../../../core/cached.ts";
import type { Context, SqlValue } from "../../../core/context.ts";
import { load, preload, prime } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { byIndex, marks, rows, select, sqlTime } from "../../../core/sql.ts";
import { allow } from "../../../core/viewer.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { blockedByViewer } from "../../users/relations/relation.loaders.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { canViewUser } from "../../users/user.policy.ts";
import { Post } from "../post.entity.ts";
import { postById, SOURCE_TEXT } from "../post.loaders.ts";

/** Members who are shown as active. */
const ACTIVE_MAX = 8;
/** Some more are known, since the viewer may block one or the other. */
const ACTIVE_KNOWN = 24;
/** The newest replies and threads that say who is active. */
const RECENT = 1000;
/** Who is active need not be known to the second. */
const ACTIVE_MAX_AGE_MS = 60_000;

const cachedActive = cached(async (ctx): Promise<readonly number[]> => {
  const recent = (table: string) =>
    `SELECT r.authorId FROM (SELECT x.authorId, x.visible, x.isAnonymous FROM ${table} x ORDER BY x.id DESC LIMIT ${RECENT}) r
     WHERE r.visible = 1 AND r.isAnonymous = 0`;
  const found = await rows<{ id: number }>(
    ctx,
    `SELECT a.authorId AS id, COUNT(*) AS n FROM (${recent("posts")} UNION ALL ${recent("threads")}) a
     JOIN users u ON u.id = a.authorId AND u.status = 0
     GROUP BY a.authorId ORDER BY n DESC, a.authorId LIMIT ?`,
    [ACTIVE_KNOWN],
  );
  return found.map(({ id }) => Number(id));
}, ACTIVE_MAX_AGE_MS);

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
  const where = ["p.authorId = ?", "p.visible = 1", "p.isAnonymous = 0", "t.visible = 1"];
  const values: SqlValue[] = [authorId];
  if (categories !== "all") {
    where.push(`t.categoryId IN (${marks(categories)})`);
    values.push(...categories);
  }
  if (after) {
    where.push("p.createdAt <= ? AND (p.createdAt < ? OR p.id < ?)");
    values.push(after[0]!, after[0]!, after[1]!);
  }
  const index = byIndex(ctx, "ix_posts_authorId_createdAt_id");
  const found = await select(
    ctx,
    Post,
    "p",
    `posts p ${index} JOIN threads t ON t.id = p.threadId WHERE ${where.join(" AND ")}
     ORDER BY p.createdAt DESC, p.id DESC LIMIT ?`,
    [...values, first + 1],
    SOURCE_TEXT,
  );
  for (const post of found) prime(ctx, postById, post.id, post);
  await preload(
    ctx,
    threadById,
    found.map((post) => post.threadId),
  );
  return pageOf(found, first, cursorOf, after !== null);
}
