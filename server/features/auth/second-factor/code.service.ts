import { IsNull, LessThan, Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { unseal, type SealedColumn } from "../../../core/secrets.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { ADMIN_GROUP_ID } from "../../../core/viewer.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { digest } from "../sessions/digest.ts";
import { SecondFactor } from "./secondFactor.entity.ts";
import { findStep } from "./totp.ts";

/** Secrets of authenticators; whose secret is lost signs in by the password alone, until they set up another one. */
export const sealedSecondFactors: SealedColumn = {
  table: "second_factors",
  column: "secret",
  holds: "second factors",
  async discard(ctx, isLost) {
    const factors = await ctx.db.find(SecondFactor, { order: { userId: "ASC" } });
    const lost = factors.filter(({ secret }) => isLost(secret));
    for (const { userId } of lost) await ctx.db.delete(SecondFactor, { userId });
    return lost.map(({ userId }) => `second-factor:user/${userId}`);
  },
};

/** True if a member signs in with a second factor. */
export function hasSecondFactor(ctx: Context, userId: number): Promise<boolean> {
  return ctx.db.existsBy(SecondFactor, { userId, confirmedAt: Not(IsNull()) });
}

/** True for an administrator who has yet to set up the second factor that the site asks of them. */
export async function lacksSecondFactor(
  ctx: Context,
  { id, groupId }: { readonly id: number; readonly groupId: number },
): Promise<boolean> {
  if (groupId !== ADMIN_GROUP_ID) return false;
  const { admin_second_factor: isRequired } = await getSettings(ctx);
  return isRequired === "1" && !(await hasSecondFactor(ctx, id));
}

/** Counts the recovery codes that a member has left. */
export async function recoveryCodesLeft(ctx: Context, userId: number): Promise<number> {
  const factor = await ctx.db.findOneBy(SecondFactor, { userId, confirmedAt: Not(IsNull()) });
  return factor ? digestsOf(factor).length : 0;
}

const digestsOf = ({ recoveryCodes }: SecondFactor): string[] => JSON.parse(recoveryCodes) as string[];

/**
 * Lets a member pass who gives a code of their authenticator or a recovery code; members without a second factor pass as
 * they are. A code works once: of several calls at the same moment exactly one passes.
 * @throws {DomainError} SECOND_FACTOR_NEEDED without a code; SECOND_FACTOR_WRONG.
 */
export async function passSecondFactor(
  ctx: Context,
  userId: number,
  code: string | null | undefined,
): Promise<void> {
  if (!(await hasSecondFactor(ctx, userId))) return;
  if (!code?.trim()) throw new DomainError("SECOND_FACTOR_NEEDED", { field: "secondFactor" });
  if (!(await useCode(ctx, userId, code)))
    throw new DomainError("SECOND_FACTOR_WRONG", { field: "secondFactor" });
}

/** Uses a code of a member's authenticator or a recovery code up; false if it is none, or was used meanwhile. */
export async function useCode(ctx: Context, userId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return inTransaction(ctx, async (ctx) => {
    const factor = await ctx.db.findOneBy(SecondFactor, { userId, confirmedAt: Not(IsNull()) });
    if (!factor) return false;
    if (/^\d{6}$/.test(code)) {
      const step = findStep(secretOf(ctx, factor), code, ctx.now, factor.lastStep);
      if (step === null) return false;
      const unused = { userId, lastStep: LessThan(step) };
      return (await ctx.db.update(SecondFactor, unused, { lastStep: step })).affected === 1;
    }
    const digests = digestsOf(factor);
    const rest = digests.filter((each) => each !== digest(code));
    if (rest.length === digests.length) return false;
    const { recoveryCodes } = factor;
    const changes = { recoveryCodes: JSON.stringify(rest) };
    return (await ctx.db.update(SecondFactor, { userId, recoveryCodes }, changes)).affected === 1;
  });
}

/** The secret of an authenticator. */
export function secretOf(ctx: Context, { secret }: SecondFactor): Buffer {
  return Buffer.from(unseal(ctx.services, secret), "base64url");
}
