import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import { CHALLENGE_MS, makeChallenge } from "./passkeyChallenge.ts";
import { getPasskeySite } from "./passkeySite.ts";
import { checkSigned } from "./signedChallenge.service.ts";

/**
 * Begins a sign-in with a passkey, in this browser alone. No account is named: the browser offers those it has.
 * @returns the options of `navigator.credentials.get` as JSON
 * @throws {DomainError} PASSKEYS_OFF; RATE_LIMITED.
 */
export const beginPasskeyLogin = verb({
  name: "beginPasskeyLogin",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<string> {
    const { rpID } = getPasskeySite(ctx);
    const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: makeChallenge(ctx, "sign-in"),
      timeout: CHALLENGE_MS,
      userVerification: "preferred",
    });
    return JSON.stringify(options);
  },
});

/** Input of `loginByPasskey`. */
export interface PasskeySignIn {
  /** Answer of the browser as JSON. */
  readonly answer: string;
  readonly secondFactor?: string | null | undefined;
}

/**
 * Signs in the member whose passkey has signed the challenge. Where the authenticator has verified its user, by a finger
 * or a PIN, that is both factors; else the second one is asked for as after a password.
 * @throws {DomainError} PASSKEYS_OFF; PASSKEY_EXPIRED for a challenge that was used, is too old, or another browser's;
 *   PASSKEY_FAILED for unknown passkeys and wrong signatures alike; SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG;
 *   ACCOUNT_BANNED; RATE_LIMITED.
 */
export const loginByPasskey = verb({
  name: "loginByPasskey",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, { answer, secondFactor }: PasskeySignIn): Promise<SignedIn> {
    const signed = await checkSigned(ctx, "sign-in", answer);
    const { user, attempt, isUserVerified: isBothFactors } = signed;
    const consume = (): Promise<void> => inTransaction(ctx, signed.consume);
    const entry = { attempt, client: ClientKind.BROWSER, secondFactor, isBothFactors, consume };
    return enter(ctx, user, entry);
  },
});
