import { In, LessThanOrEqual, Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insertIgnore } from "../../../core/write.ts";
import { ReviewClaim } from "./claim.entity.ts";
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
      const userId = ctx.viewer.id;
      await ctx.db.delete(ReviewClaim, { userId, targetKey: Not(In(wanted)) });
      await ctx.db.delete(ReviewClaim, { expiresAt: LessThanOrEqual(ctx.now) });
      const expiresAt = new Date(ctx.now.getTime() + CLAIM_MS);
      const claims = wanted.map((targetKey) => ({ targetKey, userId, expiresAt }));
      await insertIgnore(ctx, ReviewClaim, claims);
      await ctx.db.update(ReviewClaim, { userId }, { expiresAt });
      const own = await ctx.db.findBy(ReviewClaim, { userId });
      const held = new Set(own.map(({ targetKey }) => targetKey));
      return keys.filter((key) => held.has(key));
    });
  },
});
