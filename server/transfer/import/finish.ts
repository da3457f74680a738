import type { Context } from "../../core/context.ts";
import { topicsIn } from "../../core/markdown/markdown.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { recordBulk } from "../../features/changes/record.service.ts";
import { correctCounters } from "../../features/counters/check.service.ts";
import { findNewest } from "../../features/posts/moderation/postVisibility.service.ts";
import { recordNewTexts } from "../../features/previews/record.service.ts";
import { countReactions } from "../../features/threads/reactions/reactionChange.sql.ts";
import { Thread } from "../../features/threads/thread.entity.ts";
import { renumber } from "../../features/threads/thread.replies.service.ts";
import { linkTopics } from "../../features/threads/topics/topicLink.service.ts";
import { findTopics } from "../../features/topics/topic.service.ts";
import { countTopicThreads } from "../../features/topics/topicCounts.sql.ts";
import {
  idsAfter,
  outdateSearch,
  storeReactions,
  textsWithLinks,
  textsWithReactions,
  threadsOfPosts,
  threadsInMotion,
  threadsWithTopics,
  writeFollowing,
} from "./finish.sql.ts";

/** Rows of one transaction. */
const SLICE = 500;
/** Newest threads, and newest replies, whose links get cards. */
const LINKED_MAX = 10_000;

/** Writes all that follows from the rows that came: counters, numbers, links to topics, the feed of changes, search. */
export async function finishRows(ctx: Context, tell: (line: string) => void): Promise<void> {
  tell("Counting.");
  await inTransaction(ctx, writeFollowing);
  await inSlices(
    (afterId) => threadsWithTopics(ctx, afterId, SLICE),
    async (threads) => {
      await inTransaction(ctx, async (ctx) => {
        for (const { id, body, categoryId, createdAt } of threads) {
          const topics = await findTopics(ctx, topicsIn(body));
          const thread = { id: Number(id), categoryId: Number(categoryId), createdAt: timeOf(createdAt) };
          await linkTopics(ctx, thread, [...new Set(topics.values())]);
        }
      });
    },
  );
  await eachId(ctx, (afterId) => idsAfter(ctx, "topics", afterId, SLICE), countTopicThreads);
  await correctCounters(ctx);
  await eachId(ctx, (afterId) => threadsInMotion(ctx, afterId, SLICE), renumberThread);
  for (const kind of ["thread", "post"] as const)
    await eachId(
      ctx,
      (afterId) => textsWithReactions(ctx, kind, afterId, SLICE),
      async (ctx, id) => storeReactions(ctx, kind, id, await countReactions(ctx, kind, id)),
    );
  tell("Writing the feed of changes.");
  await inSlices(
    async (afterId) => (await idsAfter(ctx, "threads", afterId, SLICE)).map((id) => ({ id })),
    (threads) =>
      inTransaction(ctx, (ctx) =>
        recordBulk(
          ctx,
          threads.map(({ id }) => ({ threadId: id })),
        ),
      ),
  );
  await inSlices(
    async (afterId) =>
      (await threadsOfPosts(ctx, afterId, SLICE)).map(({ postId, threadId }) => ({ id: postId, threadId })),
    (posts) =>
      inTransaction(ctx, (ctx) =>
        recordBulk(
          ctx,
          posts.map(({ id, threadId }) => ({ postId: Number(id), threadId: Number(threadId) })),
        ),
      ),
  );
  await recordLinks(ctx);
  await inTransaction(ctx, outdateSearch);
}

/** Has the pages read that the newest texts link to, so that they get cards as texts that are written here. */
async function recordLinks(ctx: Context): Promise<void> {
  for (const kind of ["thread", "post"] as const) {
    let beforeId = Number.MAX_SAFE_INTEGER;
    for (let recorded = 0; recorded < LINKED_MAX; recorded += SLICE) {
      const texts = await textsWithLinks(ctx, kind, beforeId, SLICE);
      if (texts.length === 0) break;
      const written = texts.map(({ id, threadId }) =>
        kind === "thread" ? { threadId } : { threadId, postId: id, parentId: null },
      );
      await inTransaction(ctx, (ctx) => recordNewTexts(ctx, written));
      beforeId = texts.at(-1)!.id;
    }
  }
}

async function renumberThread(ctx: Context, id: number): Promise<void> {
  const thread = (await ctx.db.findOneBy(Thread, { id }))!;
  const { lastNumber, movedNumber, postCount } = thread;
  const newest = await findNewest(ctx, id, lastNumber);
  await renumber(ctx, thread, { lastNumber, movedNumber, postCount, newest });
}

/** Reads rows in the order of their ids, a slice at a time. */
async function inSlices<T extends { readonly id: number }>(
  read: (afterId: number) => Promise<T[]>,
  work: (rows: T[]) => Promise<void>,
): Promise<void> {
  for (let afterId = 0; ;) {
    const some = await read(afterId);
    if (some.length === 0) return;
    await work(some);
    afterId = Number(some.at(-1)!.id);
  }
}

/** Does work for each of some ids, a slice in a transaction. */
function eachId(
  ctx: Context,
  read: (afterId: number) => Promise<number[]>,
  work: (ctx: Context, id: number) => Promise<void>,
): Promise<void> {
  return inSlices(
    async (afterId) => (await read(afterId)).map((id) => ({ id })),
    (some) =>
      inTransaction(ctx, async (ctx) => {
        for (const { id } of some) await work(ctx, id);
      }),
  );
}
