import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { indexPost, indexThread, indexTopic, indexUser, removeFromIndex } from "../index/index.service.ts";
import { lockNextRows } from "./reindex.sql.ts";

/** Rows of one transaction: others wait no longer than for these. */
const ROWS_PER_BATCH = 200;

interface Row {
  readonly id: number;
}
interface ThreadRow extends Row {
  readonly title: string;
  readonly body: string;
  readonly visible: number;
}
interface PostRow extends Row {
  readonly threadId: number;
  readonly body: string;
  readonly visible: number;
}
interface UserRow extends Row {
  readonly nickname: string;
}

interface TopicRow extends Row {
  readonly name: string;
}

/**
 * Writes the whole search index anew, while the forum runs: each batch is a transaction of its own.
 * @param tell is told how far it has come
 * @returns how many threads, replies, members and topics were looked at
 */
export async function reindexAll(
  ctx: Context,
  tell: (line: string) => void = () => undefined,
): Promise<number> {
  const threads = await inBatches<ThreadRow>(
    ctx,
    "t.id, t.title, t.body, t.visible FROM threads t",
    "t",
    (ctx, thread) =>
      thread.visible
        ? indexThread(ctx, { threadId: thread.id, title: thread.title, body: thread.body })
        : removeFromIndex(ctx, { threadId: thread.id }),
  );
  tell(`${threads} threads`);
  const posts = await inBatches<PostRow>(
    ctx,
    "p.id, p.threadId, p.body, p.visible FROM posts p",
    "p",
    (ctx, post) =>
      post.visible
        ? indexPost(ctx, { postId: post.id, threadId: post.threadId, body: post.body })
        : removeFromIndex(ctx, { postId: post.id }),
  );
  tell(`${posts} replies and comments`);
  const users = await inBatches<UserRow>(ctx, "u.id, u.nickname FROM users u", "u", (ctx, user) =>
    indexUser(ctx, { userId: user.id, nickname: user.nickname }),
  );
  tell(`${users} members`);
  const topics = await inBatches<TopicRow>(ctx, "x.id, x.name FROM topics x", "x", (ctx, topic) =>
    indexTopic(ctx, { topicId: topic.id, name: topic.name }),
  );
  tell(`${topics} topics`);
  return threads + posts + users + topics;
}

async function inBatches<R extends Row>(
  ctx: Context,
  columnsFrom: string,
  alias: string,
  index: (ctx: Context, row: R) => Promise<void>,
): Promise<number> {
  // Locked until they are indexed, so that an edit in between is not overwritten by what was said before.
  let count = 0;
  for (let afterId = 0; ;) {
    const batch = await inTransaction(ctx, async (ctx) => {
      const found = await lockNextRows<R>(ctx, columnsFrom, alias, afterId, ROWS_PER_BATCH);
      for (const row of found) await index(ctx, row);
      return found.map(({ id }) => Number(id));
    });
    count += batch.length;
    if (batch.length < ROWS_PER_BATCH) return count;
    afterId = batch.at(-1)!;
  }
}
