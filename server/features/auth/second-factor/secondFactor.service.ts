import { randomBytes, randomInt } from "node:crypto";
import { IsNull } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { seal } from "../../../core/secrets.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { User } from "../../users/user.entity.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { digest } from "../sessions/digest.ts";
import { hasSecondFactor, secretOf } from "./code.service.ts";
import { SecondFactor } from "./secondFactor.entity.ts";
import type { SecondFactorSetup } from "./secondFactor.view.ts";
import { base32, findStep, STEP_S } from "./totp.ts";

const SECRET_BYTES = 20;
/** Recovery codes that a member gets. */
export const RECOVERY_CODES = 10;
/** Letters of recovery codes: none that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 5;

/**
 * Begins to set up an authenticator; it asks for nothing before its first code is given.
 * @throws {DomainError} PROOF_NEEDED; ALREADY_EXISTS for members who have one.
 */
export const beginSecondFactor = verb({
  name: "beginSecondFactor",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<SecondFactorSetup> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const { username } = await ctx.db.findOneByOrFail(User, { id: userId });
    const bytes = randomBytes(SECRET_BYTES);
    await inTransaction(ctx, async (ctx) => {
      if (await hasSecondFactor(ctx, userId)) throw new DomainError("ALREADY_EXISTS");
      const factor = {
        userId,
        secret: seal(ctx.services, bytes.toString("base64url")),
        lastStep: 0,
        recoveryCodes: "[]",
        createdAt: ctx.now,
        confirmedAt: null,
      };
      await ctx.db.upsert(SecondFactor, factor, ["userId"]);
    });
    const { site_name: site } = await getSettings(ctx);
    const secret = base32(bytes);
    const label = `${encodeURIComponent(site)}:${encodeURIComponent(username)}`;
    const query = new URLSearchParams({ secret, issuer: site, period: String(STEP_S) });
    return { secret, uri: `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}` };
  },
});

/**
 * Takes the first code of the authenticator: from now on signing in needs one.
 * @returns the recovery codes, which are shown once
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND if none is being set up; SECOND_FACTOR_WRONG.
 */
export const confirmSecondFactor = verb({
  name: "confirmSecondFactor",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, code: string): Promise<string[]> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const codes = newCodes();
    await inTransaction(ctx, async (ctx) => {
      const factor = await ctx.db.findOneBy(SecondFactor, { userId, confirmedAt: IsNull() });
      if (!factor) throw new DomainError("NOT_FOUND");
      const digits = code.replace(/\s/g, "");
      const isCode = /^\d{6}$/.test(digits);
      const step = isCode ? findStep(secretOf(ctx, factor), digits, ctx.now, factor.lastStep) : null;
      if (step === null) throw new DomainError("SECOND_FACTOR_WRONG", { field: "code" });
      const open = { userId, secret: factor.secret, confirmedAt: IsNull() };
      const changes = { lastStep: step, confirmedAt: ctx.now, recoveryCodes: stored(codes) };
      if ((await ctx.db.update(SecondFactor, open, changes)).affected !== 1)
        throw new DomainError("CONFLICT");
    });
    return codes;
  },
});

/** Replaces the recovery codes; those before stop working. @throws {DomainError} PROOF_NEEDED; NOT_FOUND without a second factor. */
export const renewRecoveryCodes = verb({
  name: "renewRecoveryCodes",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<string[]> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const codes = newCodes();
    await inTransaction(ctx, async (ctx) => {
      if (!(await hasSecondFactor(ctx, userId))) throw new DomainError("NOT_FOUND");
      await ctx.db.update(SecondFactor, { userId }, { recoveryCodes: stored(codes) });
    });
    return codes;
  },
});

/** Removes the second factor: the password alone signs in again. @throws {DomainError} PROOF_NEEDED. */
export const removeSecondFactor = verb({
  name: "removeSecondFactor",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<boolean> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    await inTransaction(ctx, (ctx) => ctx.db.delete(SecondFactor, { userId }));
    return true;
  },
});

function newCodes(): string[] {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`);
}

/** Digests as they are stored: blanks and dashes do not count. */
function stored(codes: readonly string[]): string {
  return JSON.stringify(codes.map((code) => digest(code.replaceAll("-", ""))));
}
