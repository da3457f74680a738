import { defineLoader } from "../../core/loaders.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import type { Topic } from "./topic.entity.ts";
import { readThreadCounts, readTopics } from "./topic.sql.ts";

/** Topics by id. Callers check that the viewer may read a thread of one before they show it. */
export const topicById = defineLoader<number, Topic>("topicById", async (ctx, ids) => {
  const topics = await readTopics(ctx, ids);
  return new Map(topics.map((topic) => [topic.id, topic]));
});

/** Number of threads of topics that the viewer may read; absent where there is none. */
export const readableThreadsOf = defineLoader<number, number>("topicReadableThreads", async (ctx, ids) => {
  const counts = await readThreadCounts(ctx, ids, await readableCategoryIds(ctx));
  return new Map(counts.flatMap(({ id, n }) => (Number(n) > 0 ? [[Number(id), Number(n)] as const] : [])));
});
