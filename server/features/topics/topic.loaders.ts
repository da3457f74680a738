import { defineLoader } from "../../core/loaders.ts";
import { marks, rows, select } from "../../core/sql.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import { Topic } from "./topic.entity.ts";

/** Topics by id; whoever shows them asks for their visible threads first. */
export const topicById = defineLoader<number, Topic>("topicById", async (ctx, ids) => {
  const found = await select(ctx, Topic, "x", `topics x WHERE x.id IN (${marks(ids)})`, ids);
  return new Map(found.map((topic) => [topic.id, topic]));
});

/** How many threads that the viewer may read name a topic; absent where none does. */
export const readableThreadsOf = defineLoader<number, number>("topicReadableThreads", async (ctx, ids) => {
  const categories = await readableCategoryIds(ctx);
  const found =
    categories === "all"
      ? await rows<{ id: number; n: number }>(
          ctx,
          `SELECT x.id, x.threadCount AS n FROM topics x WHERE x.id IN (${marks(ids)})`,
          ids,
        )
      : await rows<{ id: number; n: number }>(
          ctx,
          `SELECT c.topicId AS id, SUM(c.threadCount) AS n FROM topic_categories c
           WHERE c.topicId IN (${marks(ids)}) AND c.categoryId IN (${marks(categories)}) GROUP BY c.topicId`,
          [...ids, ...categories],
        );
  return new Map(found.flatMap(({ id, n }) => (Number(n) > 0 ? [[Number(id), Number(n)] as const] : [])));
});
