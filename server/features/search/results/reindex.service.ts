import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { indexPost, indexThread, indexTopic, indexUser, removeFromIndex } from "../index/index.service.ts";
import { lockNextRows, type IndexedRows } from "./reindex.sql.ts";

/** Rows per transaction: other writers wait no longer than for these. */
const ROWS_PER_BATCH = 200;

/**
 * Writes the whole search index again, while the forum runs: each batch is a transaction of its own.
 * @param report called with a line of progress per kind
 * @returns the number of threads, replies, members and topics read
 */
export async function reindexAll(
  ctx: Context,
  report: (line: string) => void = () => undefined,
): Promise<number> {
  const threads = await inBatches(ctx, "threads", (ctx, { id: threadId, title, body, visible }) =>
    visible ? indexThread(ctx, { threadId, title, body }) : removeFromIndex(ctx, { threadId }),
  );
  report(`${threads} threads`);
  const posts = await inBatches(ctx, "posts", (ctx, { id: postId, threadId, body, visible }) =>
    visible ? indexPost(ctx, { postId, threadId, body }) : removeFromIndex(ctx, { postId }),
  );
  report(`${posts} replies and comments`);
  const users = await inBatches(ctx, "users", (ctx, { id: userId, nickname }) =>
    indexUser(ctx, { userId, nickname }),
  );
  report(`${users} members`);
  const topics = await inBatches(ctx, "topics", (ctx, { id: topicId, name }) =>
    indexTopic(ctx, { topicId, name }),
  );
  report(`${topics} topics`);
  return threads + posts + users + topics;
}

async function inBatches<T extends keyof IndexedRows>(
  ctx: Context,
  table: T,
  index: (ctx: Context, row: IndexedRows[T]) => Promise<void>,
): Promise<number> {
  // Locked until they are indexed, so that an edit in between is not overwritten by the text before it.
  let count = 0;
  for (let afterId = 0; ;) {
    const ids = await inTransaction(ctx, async (ctx) => {
      const batch = await lockNextRows(ctx, table, afterId, ROWS_PER_BATCH);
      for (const row of batch) await index(ctx, row);
      return batch.map(({ id }) => Number(id));
    });
    count += ids.length;
    if (ids.length < ROWS_PER_BATCH) return count;
    afterId = ids.at(-1)!;
  }
}
