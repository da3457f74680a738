import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { User } from "../../users/user.entity.ts";
import { beginAttempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { useCode } from "../second-factor/code.service.ts";
import { verifyPassword } from "../passwords/verify.service.ts";
import { Session } from "./session.entity.ts";

/** Time for which a session counts as proven after the password was given, in milliseconds. */
export const PROOF_LASTS_MS = 10 * 60_000;

/**
 * Refuses what changes the account unless its owner proved who they are within the last ten minutes: an unlocked screen
 * or a stolen cookie is not enough.
 * @throws {DomainError} PROOF_NEEDED
 */
export async function requireProof(ctx: Context): Promise<void> {
  const session = ctx.sessionId === null ? null : await ctx.db.findOneBy(Session, { id: ctx.sessionId });
  const provenAt = session?.provenAt?.getTime() ?? 0;
  if (provenAt + PROOF_LASTS_MS <= ctx.now.getTime()) throw new DomainError("PROOF_NEEDED");
}

/** Notes in the caller's transaction that the viewer has proven who they are; it lasts ten minutes. */
export async function storeProof(ctx: Context): Promise<void> {
  await ctx.db.update(Session, { id: ctx.sessionId ?? 0 }, { provenAt: ctx.now });
}

/** A proof of identity: the password, or a code of the second factor. */
export interface Evidence {
  readonly password?: string | null;
  readonly code?: string | null;
}

/**
 * Proves with the password or the second factor that the viewer owns the account; the session counts as proven for ten
 * minutes. Wrong ones count like those of a sign-in.
 * @throws {DomainError} PASSWORD_WRONG, SECOND_FACTOR_WRONG, RATE_LIMITED.
 */
export const proveIdentity = verb({
  name: "proveIdentity",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, { password, code }: Evidence): Promise<boolean> {
    const user = await ctx.db.findOneByOrFail(User, { id: ctx.viewer.accountId });
    const attempt = await beginAttempt(ctx, user.usernameKey, findKnownDevice(ctx, user));
    if (code) {
      if (!(await useCode(ctx, user.id, code)))
        throw new DomainError("SECOND_FACTOR_WRONG", { field: "code" });
    } else if (!(await verifyPassword(ctx, user, password ?? "")))
      throw new DomainError("PASSWORD_WRONG", { field: "password" });
    await inTransaction(ctx, async (ctx) => {
      await attempt.succeeded(ctx);
      await storeProof(ctx);
    });
    return true;
  },
});
