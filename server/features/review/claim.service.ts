import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { marks, run, rows } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { reviews } from "./review.policy.ts";
import { parseKey } from "./reviewKeys.ts";

/** How long a claim holds unless it is renewed, in milliseconds. */
export const CLAIM_MS = 120_000;
/** Things that one moderator holds at once. */
export const CLAIMS_MAX = 20;

/** @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for who moderates nothing. */
export function mustReview({ viewer }: Context): void {
  allow(mustBeMember(viewer));
  if (!reviews(viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
}

/**
 * Says what the viewer looks at from now on: those things are theirs for two minutes, earlier ones are free again.
 * @returns the keys that are the viewer's; others hold the rest
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN; INVALID_PARAMETER for keys that mean nothing and for more than 20.
 */
export const claimReviews = verb({
  name: "claimReviews",
  who: "member",
  rate: "manage",
  idempotent: true,
  async run(ctx: Context, keys: readonly string[]): Promise<string[]> {
    mustReview(ctx);
    if (keys.length > CLAIMS_MAX) throw invalid("keys", "一次最多领取 20 项", "At most 20 at once.");
    for (const key of keys) parseKey(key);
    const wanted = [...new Set(keys)].sort();
    return inTransaction(ctx, async (ctx) => {
      const others = wanted.length > 0 ? ` AND targetKey NOT IN (${marks(wanted)})` : "";
      await run(ctx, `DELETE FROM review_claims WHERE userId = ?${others}`, [ctx.viewer.id, ...wanted]);
      await run(ctx, "DELETE FROM review_claims WHERE expiresAt <= ?", [ctx.now]);
      const until = new Date(ctx.now.getTime() + CLAIM_MS);
      const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
      for (const key of wanted) {
        await run(
          ctx,
          `INSERT ${ignore} INTO review_claims (targetKey, userId, expiresAt) VALUES (?, ?, ?)`,
          [key, ctx.viewer.id, until],
        );
      }
      await run(ctx, "UPDATE review_claims SET expiresAt = ? WHERE userId = ?", [until, ctx.viewer.id]);
      const mine = await rows<{ targetKey: string }>(
        ctx,
        "SELECT c.targetKey FROM review_claims c WHERE c.userId = ?",
        [ctx.viewer.id],
      );
      const held = new Set(mine.map(({ targetKey }) => targetKey));
      return keys.filter((key) => held.has(key));
    });
  },
});
