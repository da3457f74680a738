import { randomUUID } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { SEARCH_FORMAT } from "../../../core/searchIndex.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { insertIgnore } from "../../../core/write.ts";
import { documentsQueued } from "./index.events.ts";
import { insertQueued } from "./index.sql.ts";
import { SearchQueueRow, SearchState } from "./searchQueue.entity.ts";

/** Something that is searched for: a thread, a reply or comment, a member, or a topic. */
export type Searched =
  | { readonly threadId: number }
  | { readonly postId: number }
  | { readonly userId: number }
  | { readonly topicId: number };

/**
 * Queues something for the search index, in the caller's transaction, because it is new, says something else, has
 * appeared or disappeared. What it is by then is read when its turn comes, a moment after the commit.
 */
export async function queueForSearch(ctx: Context, searched: Searched): Promise<void> {
  if ("postId" in searched) await insertQueued(ctx, "post", searched.postId);
  else if ("threadId" in searched) await insertQueued(ctx, "thread", searched.threadId);
  else if ("userId" in searched) await insertQueued(ctx, "user", searched.userId);
  else await insertQueued(ctx, "topic", searched.topicId);
  ctx.emit(documentsQueued({ services: ctx.services }));
}

/** Counts what the search index has not yet taken to the disk. */
export function countQueued(ctx: Context): Promise<number> {
  return ctx.db.count(SearchQueueRow);
}

/** Inserts the row of the indexers, once per forum. */
export async function prepareSearchState(ctx: Context): Promise<void> {
  if (await ctx.db.existsBy(SearchState, { id: 1 })) return;
  await inTransaction(ctx, (ctx) =>
    insertIgnore(ctx, SearchState, [{ id: 1, identity: randomUUID(), format: SEARCH_FORMAT }]),
  );
}
