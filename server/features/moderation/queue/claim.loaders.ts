import { In, MoreThan } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { wordsOf } from "../../threads/moderation/hold.service.ts";
import { StopWordHit } from "../../threads/moderation/stopWordHit.entity.ts";
import { ReviewClaim } from "./claim.entity.ts";

/** Claims that have not expired, by key; one statement for a whole queue. */
export const claimOf = defineLoader<string, ReviewClaim>("claimOf", async (ctx, keys) => {
  const claims = await ctx.db.findBy(ReviewClaim, { targetKey: In(keys), expiresAt: MoreThan(ctx.now) });
  return new Map(claims.map((claim) => [claim.targetKey, claim]));
});

/** Columns of the hits by the letter that keys of their kind begin with. */
const COLUMNS = [
  ["t", "threadId"],
  ["p", "postId"],
] as const;

/** Stop words because of which content waits for review, by key; one statement for threads and one for replies. */
export const stopWordsOf = defineLoader<string, string[]>("stopWordsOf", async (ctx, keys) => {
  const words = new Map<string, string[]>();
  for (const [letter, column] of COLUMNS) {
    const ids = keys.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)));
    if (ids.length === 0) continue;
    const hits = await ctx.db.findBy(StopWordHit, { [column]: In(ids) });
    for (const hit of hits) words.set(`${letter}${hit[column]}`, wordsOf(hit.words));
  }
  return words;
});
