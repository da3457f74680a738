import { defineLoader } from "../../../core/loaders.ts";
import { marks, rows, select } from "../../../core/sql.ts";
import { wordsOf } from "../../threads/moderation/hold.service.ts";
import { ReviewClaim } from "./claim.entity.ts";

/** Claims that still hold, by key; one statement for a whole queue. */
export const claimOf = defineLoader<string, ReviewClaim>("claimOf", async (ctx, keys) => {
  const from = `review_claims c WHERE c.targetKey IN (${marks(keys)}) AND c.expiresAt > ?`;
  const found = await select(ctx, ReviewClaim, "c", from, [...keys, ctx.now]);
  return new Map(found.map((claim) => [claim.targetKey, claim]));
});

/** The stop words that held back what waits, by key; one statement for the threads of a queue and one for the replies. */
export const heldBackBy = defineLoader<string, string[]>("heldBackBy", async (ctx, keys) => {
  const words = new Map<string, string[]>();
  for (const [letter, column] of [
    ["t", "threadId"],
    ["p", "postId"],
  ] as const) {
    const ids = keys.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)));
    if (ids.length === 0) continue;
    const found = await rows<{ id: number; words: string }>(
      ctx,
      `SELECT h.${column} AS id, h.words FROM stop_word_hits h WHERE h.${column} IN (${marks(ids)})`,
      ids,
    );
    for (const hit of found) words.set(`${letter}${hit.id}`, wordsOf(hit.words));
  }
  return words;
});
