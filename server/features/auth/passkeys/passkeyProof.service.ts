import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { storeProof } from "../sessions/proof.service.ts";
import { descriptorOf, ownPasskeys } from "./ownPasskey.service.ts";
import { CHALLENGE_MS, makeChallenge } from "./passkeyChallenge.ts";
import { getPasskeySite } from "./passkeySite.ts";
import { checkSigned } from "./signedChallenge.service.ts";

/**
 * Begins a proof of identity by a passkey of the viewer, in this browser alone.
 * @returns the options of `navigator.credentials.get` as JSON
 * @throws {DomainError} PASSKEYS_OFF; NOT_FOUND for members without one; RATE_LIMITED.
 */
export const beginPasskeyProof = verb({
  name: "beginPasskeyProof",
  who: "member",
  rate: "session",
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, _input: undefined): Promise<string> {
    const { rpID } = getPasskeySite(ctx);
    const userId = ctx.viewer.accountId;
    const passkeys = await ownPasskeys(ctx, userId);
    if (passkeys.length === 0) throw new DomainError("NOT_FOUND");
    const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: makeChallenge(ctx, `prove:${userId}`),
      timeout: CHALLENGE_MS,
      userVerification: "preferred",
      allowCredentials: passkeys.map(descriptorOf),
    });
    return JSON.stringify(options);
  },
});

/**
 * Proves by a passkey that the viewer owns the account; the session counts as proven for ten minutes.
 * @param answer answer of the browser as JSON
 * @throws {DomainError} PASSKEYS_OFF; PASSKEY_EXPIRED; PASSKEY_FAILED, also for passkeys of others; RATE_LIMITED.
 */
export const proveByPasskey = verb({
  name: "proveByPasskey",
  who: "member",
  rate: "session",
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, answer: string): Promise<boolean> {
    const userId = ctx.viewer.accountId;
    const signed = await checkSigned(ctx, `prove:${userId}`, answer, userId);
    await inTransaction(ctx, async (ctx) => {
      await signed.consume(ctx);
      await signed.attempt.succeeded(ctx);
      await storeProof(ctx);
    });
    return true;
  },
});
