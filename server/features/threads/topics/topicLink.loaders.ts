import { defineLoader, load, preload } from "../../../core/loaders.ts";
import { marks, rows } from "../../../core/sql.ts";
import { isLiveTopic, type Topic } from "../../topics/topic.entity.ts";
import { topicById } from "../../topics/topic.loaders.ts";

/** The topics that threads name, in order; absent for threads that name none. */
export const topicsOfThread = defineLoader<number, Topic[]>("topicsOfThread", async (ctx, ids) => {
  const found = await rows<{ threadId: number; topicId: number }>(
    ctx,
    `SELECT l.threadId, l.topicId FROM thread_topics l WHERE l.threadId IN (${marks(ids)})
     ORDER BY l.threadId, l.sort, l.topicId`,
    ids,
  );
  await preload(
    ctx,
    topicById,
    found.map(({ topicId }) => Number(topicId)),
  );
  const topics = new Map<number, Topic[]>();
  for (const { threadId, topicId } of found) {
    const topic = load(ctx, topicById, Number(topicId)) as Topic | null;
    if (!topic || !isLiveTopic(topic)) continue;
    const known = topics.get(Number(threadId));
    if (known) known.push(topic);
    else topics.set(Number(threadId), [topic]);
  }
  return topics;
});
