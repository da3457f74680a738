import type { Context } from "../../../core/context.ts";
import { preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { readableCategoryIds } from "../../categories/category.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import type { Post } from "../post.entity.ts";
import { readForumPosts } from "./post.list.sql.ts";

/** Parameters of the list of all replies. */
export interface ForumPostRequest extends PageRequest {
  readonly categoryId?: number | undefined;
  readonly since?: Date | null;
  readonly updatedSince?: Date | null;
}

const LIST = "forumPosts";

/**
 * Replies and comments of the whole forum, or of a category with its children, that everybody who reads there sees; oldest
 * first.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED for who reads nothing; NOT_FOUND for the category; INVALID_PARAMETER.
 */
export async function listForumPosts(ctx: Context, request: ForumPostRequest): Promise<Connection<Post>> {
  const first = checkFirst(request.first);
  const { since = null, updatedSince = null, categoryId } = request;
  const categories = await readableCategoryIds(ctx, categoryId);
  const key = request.after ? decodeCursor(LIST, request.after, ["number", "number"]) : null;
  const after = key ? ([new Date(key[0] as number), key[1] as number] as const) : null;
  const posts = await readForumPosts(ctx, { categories, after, since, updatedSince, limit: first + 1 });
  await preload(
    ctx,
    threadById,
    posts.map(({ threadId }) => threadId),
  );
  const cursorOf = ({ createdAt, id }: Post): string => encodeCursor(LIST, [createdAt.getTime(), id]);
  return pageOf(posts, first, cursorOf, after !== null);
}
