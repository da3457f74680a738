import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type VerifiedAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { User } from "../../users/user.entity.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { beginAttempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { digest } from "../sessions/digest.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import { Passkey } from "./passkey.entity.ts";
import { challengeOf, parseSigned } from "./passkeyAnswer.ts";
import { CHALLENGE_MS, consumeChallenge, isOwnChallenge, makeChallenge } from "./passkeyChallenge.ts";
import { getPasskeySite } from "./passkeySite.ts";

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
    getPasskeySite(ctx);
    const signed = parseSigned(answer);
    const challenge = challengeOf(signed.response.clientDataJSON);
    if (!isOwnChallenge(ctx, "sign-in", challenge)) throw new DomainError("PASSKEY_EXPIRED");
    const credentialKey = digest(signed.id);
    const passkey = await ctx.db.findOneBy(Passkey, { credentialKey });
    const user = passkey && (await ctx.db.findOneBy(User, { id: passkey.userId }));
    // Unknown ones are counted like others.
    const counted = user?.usernameKey ?? `passkey ${credentialKey}`;
    const attempt = await beginAttempt(ctx, counted, user && findKnownDevice(ctx, user));
    if (!passkey || !user) throw new DomainError("PASSKEY_FAILED");
    const { userVerified: isBothFactors, ...info } = await verify(ctx, passkey, signed, challenge);
    const consume = (): Promise<void> =>
      inTransaction(ctx, async (ctx) => {
        await consumeChallenge(ctx, challenge);
        const unused = { id: passkey.id, counter: passkey.counter };
        const changes = {
          counter: info.newCounter,
          isBackedUp: info.credentialBackedUp,
          lastUsedAt: ctx.now,
        };
        if ((await ctx.db.update(Passkey, unused, changes)).affected !== 1)
          throw new DomainError("PASSKEY_FAILED");
      });
    const entry = { attempt, client: ClientKind.BROWSER, secondFactor, isBothFactors, consume };
    return enter(ctx, user, entry);
  },
});

type Verified = VerifiedAuthenticationResponse["authenticationInfo"];

/**
 * Checks signature, address of the site and counter: one that does not grow is the sign of a copy.
 * @throws {DomainError} PASSKEY_FAILED
 */
async function verify(
  ctx: Context,
  passkey: Passkey,
  signed: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<Verified> {
  const { rpID, origin } = getPasskeySite(ctx);
  const { credentialId: id, publicKey, counter, userHandle } = passkey;
  // An authenticator that names its user names the one whose passkey it is.
  const handle = signed.response.userHandle;
  if (handle !== undefined && handle !== userHandle) throw new DomainError("PASSKEY_FAILED");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: signed,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
    });
    if (verified) return authenticationInfo;
  } catch (error) {
    ctx.services.log.warn({ requestId: ctx.requestId, passkey: passkey.id, error: String(error) }, "passkey");
  }
  throw new DomainError("PASSKEY_FAILED");
}
