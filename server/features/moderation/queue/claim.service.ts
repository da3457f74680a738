import { In, LessThanOrEqual, Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insertIgnore } from "../../../core/write.ts";
import { ReviewClaim } from "./claim.entity.ts";
import { canReview } from "./review.policy.ts";
import { parseKey } from "./reviewKeys.ts";

/** Duration of a claim unless it is renewed, in milliseconds. */
export const CLAIM_MS = 120_000;
/** Maximum items that one moderator claims at once. */
export const CLAIMS_MAX = 20;

/** Requires a moderator. @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN for viewers who moderate nothing. */
export function mustReview({ viewer }: Context): void {
  allow(mustBeMember(viewer));
  if (!canReview(viewer)) throw new DomainError("FORBIDDEN", { permission: "thread.hide" });
}

/**
 * Claims items of the queue for the viewer for two minutes and releases their earlier ones.
 * @returns the keys that the viewer has now; other moderators have claimed the rest
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN; INVALID_PARAMETER for malformed keys and for more than 20.
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
    const targetKeys = [...new Set(keys)].sort();
    return inTransaction(ctx, async (ctx) => {
      const userId = ctx.viewer.id;
      await ctx.db.delete(ReviewClaim, { userId, targetKey: Not(In(targetKeys)) });
      await ctx.db.delete(ReviewClaim, { expiresAt: LessThanOrEqual(ctx.now) });
      const expiresAt = new Date(ctx.now.getTime() + CLAIM_MS);
      const claims = targetKeys.map((targetKey) => ({ targetKey, userId, expiresAt }));
      await insertIgnore(ctx, ReviewClaim, claims);
      await ctx.db.update(ReviewClaim, { userId }, { expiresAt });
      const own = await ctx.db.findBy(ReviewClaim, { userId });
      const ownKeys = new Set(own.map(({ targetKey }) => targetKey));
      return keys.filter((key) => ownKeys.has(key));
    });
  },
});
