import { defineLoader } from "../../core/loaders.ts";
import { readMarks } from "./mark.sql.ts";

/** Number of the last reply that the viewer has read, by thread; one statement for a whole list. */
export const lastReadOf = defineLoader<number, number>("lastReadOf", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const places = await readMarks(ctx, ids);
  return new Map(places.map(({ threadId, number }) => [threadId, number]));
});
