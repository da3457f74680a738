import { defineLoader } from "../../core/loaders.ts";
import { marks, rows } from "../../core/sql.ts";

/** The last reply that the viewer has read, by thread; one statement for a whole list. */
export const lastReadOf = defineLoader<number, number>("lastReadOf", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const found = await rows<{ threadId: number; number: number }>(
    ctx,
    `SELECT m.threadId, m.number FROM read_marks m WHERE m.userId = ? AND m.threadId IN (${marks(ids)})`,
    [ctx.viewer.id, ...ids],
  );
  return new Map(found.map(({ threadId, number }) => [threadId, number]));
});
