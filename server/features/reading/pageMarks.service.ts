import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import { findShownCategory } from "../categories/category.service.ts";
import { postById } from "../posts/post.loaders.ts";
import { canSeePost } from "../posts/post.policy.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeThread } from "../threads/thread.policy.ts";
import type { PageMarks } from "./pageMarks.view.ts";

/** Maximum things of each kind; pages show fewer. */
const MARKS_MAX = { threadIds: 40, postIds: 100, categoryIds: 10 } as const;

/** Ids of what a page shows, as they were sent. */
export interface MarkedIds {
  readonly threadIds: readonly string[];
  readonly postIds: readonly string[];
  readonly categoryIds: readonly string[];
}

/**
 * Reads the things of a page by id, in a number of statements that does not grow with it. What the viewer may not see is
 * left out, as if it did not exist.
 * @throws {DomainError} INVALID_PARAMETER for what is no id, and for too many
 */
export async function readPageMarks(ctx: Context, ids: MarkedIds): Promise<PageMarks> {
  const [threadIds, postIds, categoryIds] = [
    idsOf("threadIds", ids.threadIds),
    idsOf("postIds", ids.postIds),
    idsOf("categoryIds", ids.categoryIds),
  ];
  await Promise.all([preload(ctx, threadById, threadIds), preload(ctx, postById, postIds)]);
  const posts = postIds.flatMap((id) => valueOf(load(ctx, postById, id)));
  await preload(
    ctx,
    threadById,
    posts.map(({ threadId }) => threadId),
  );
  const threadOf = (id: number) => valueOf(load(ctx, threadById, id));
  const categories = await Promise.all(categoryIds.map((id) => findShownCategory(ctx, id)));
  return {
    threads: threadIds.flatMap(threadOf).filter((thread) => canSeeThread(ctx.viewer, thread).allowed),
    posts: posts.filter((post) =>
      threadOf(post.threadId).some((thread) => canSeePost(ctx.viewer, thread, post).allowed),
    ),
    categories: categories.filter((category) => category !== null),
  };
}

function idsOf(field: keyof MarkedIds, ids: readonly string[]): number[] {
  const max = MARKS_MAX[field];
  if (ids.length > max) throw invalid(field, `最多 ${max} 个`, `At most ${max} at once.`);
  return ids.map((id) => parseId(id, field));
}

/** A value that was read before, as a list. */
function valueOf<T>(value: T | null | Promise<T | null>): T[] {
  return value === null || value instanceof Promise ? [] : [value];
}
