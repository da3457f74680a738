import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { TextAssessment } from "./assessment.entity.ts";
import { ContentHold } from "./contentHold.entity.ts";

/** Holds of texts by key (`t12`, `p34`), batched. */
export const holdOf = defineLoader<string, ContentHold>("holdOf", async (ctx, keys) => {
  const holds = await ctx.db.findBy(ContentHold, { targetKey: In([...keys]) });
  return new Map(holds.map((hold) => [hold.targetKey, hold]));
});

/** Columns of the assessments by the letter that keys of their kind begin with. */
const COLUMNS = [
  ["t", "threadId"],
  ["p", "postId"],
] as const;

/** Assessments of texts by key (`t12`, `p34`); one statement for threads and one for replies. */
export const assessmentOf = defineLoader<string, TextAssessment>("assessmentOf", async (ctx, keys) => {
  const byKey = new Map<string, TextAssessment>();
  for (const [letter, column] of COLUMNS) {
    const ids = keys.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)));
    if (ids.length === 0) continue;
    const rows = await ctx.db.findBy(TextAssessment, { [column]: In(ids) });
    for (const row of rows) byKey.set(`${letter}${row[column]}`, row);
  }
  return byKey;
});
