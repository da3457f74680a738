import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { topicsIn } from "../../../core/markdown/markdown.ts";
import { insertAll } from "../../../core/write.ts";
import { countTopics, ensureTopics, scoreTopics } from "../../topics/topic.service.ts";
import { Thread } from "../thread.entity.ts";
import { ThreadTopic } from "./topicLink.entity.ts";
import { readLastUses } from "./topicLink.sql.ts";

/** The thread whose topics change. */
export type LinkedThread = Pick<Thread, "id" | "categoryId" | "createdAt">;

/** The topics that a body names, in order, each once; those that do not exist yet are made. */
export async function topicIdsOf(ctx: Context, body: string): Promise<number[]> {
  const names = topicsIn(body);
  if (names.length === 0) return [];
  return [...new Set((await ensureTopics(ctx, names)).values())];
}

async function namedTopics(ctx: Context, threadId: number): Promise<number[]> {
  return (await ctx.db.findBy(ThreadTopic, { threadId })).map(({ topicId }) => topicId);
}

/** Links a thread to these topics and no others, in the caller's transaction; counts follow. */
export async function linkTopics(
  ctx: Context,
  thread: LinkedThread,
  topicIds: readonly number[],
): Promise<void> {
  const before = await namedTopics(ctx, thread.id);
  const obsolete = before.filter((id) => !topicIds.includes(id));
  const fresh = topicIds.filter((id) => !before.includes(id));
  if (obsolete.length > 0) await ctx.db.delete(ThreadTopic, { threadId: thread.id, topicId: In(obsolete) });
  const { createdAt } = thread;
  const links = fresh.map((topicId) => ({
    threadId: thread.id,
    topicId,
    sort: topicIds.indexOf(topicId),
    createdAt,
  }));
  await insertAll(ctx, ThreadTopic, links);
  await countTopics(ctx, obsolete, thread.categoryId, -1);
  await countTopics(ctx, fresh, thread.categoryId, 1);
  await scoreTopics(ctx, await readLastUses(ctx, [...obsolete, ...fresh]));
}

/** Counts the topics of a thread in another category, in the caller's transaction. */
export async function moveTopics(ctx: Context, threadId: number, from: number, to: number): Promise<void> {
  const ids = await namedTopics(ctx, threadId);
  await countTopics(ctx, ids, from, -1);
  await countTopics(ctx, ids, to, 1);
}

/** Links a thread to the topics that its text names by the current rules, in the caller's transaction. */
export async function relinkTopics(ctx: Context, threadId: number): Promise<void> {
  const thread = await ctx.db.findOneBy(Thread, { id: threadId, visible: true });
  if (thread) await linkTopics(ctx, thread, await topicIdsOf(ctx, thread.body));
}
