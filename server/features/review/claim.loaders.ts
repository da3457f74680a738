import { defineLoader } from "../../core/loaders.ts";
import { marks, select } from "../../core/sql.ts";
import { ReviewClaim } from "./claim.entity.ts";

/** Claims that still hold, by key; one statement for a whole queue. */
export const claimOf = defineLoader<string, ReviewClaim>("claimOf", async (ctx, keys) => {
  const from = `review_claims c WHERE c.targetKey IN (${marks(keys)}) AND c.expiresAt > ?`;
  const found = await select(ctx, ReviewClaim, "c", from, [...keys, ctx.now]);
  return new Map(found.map((claim) => [claim.targetKey, claim]));
});
