import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from "@simplewebauthn/server";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { User } from "../../users/user.entity.ts";
import { beginAttempt, type Attempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { digest } from "../sessions/digest.ts";
import { Passkey } from "./passkey.entity.ts";
import { challengeOf, parseSigned } from "./passkeyAnswer.ts";
import { consumeChallenge, isOwnChallenge, type ChallengeAim } from "./passkeyChallenge.ts";
import { getPasskeySite } from "./passkeySite.ts";

/** A challenge of this browser that a passkey has signed. */
export interface SignedChallenge {
  readonly user: User;
  readonly attempt: Attempt;
  /** The authenticator has checked its user, by a finger or a PIN. */
  readonly isUserVerified: boolean;
  /** Uses the challenge up in the caller's transaction. @throws {DomainError} PASSKEY_EXPIRED, PASSKEY_FAILED */
  consume(ctx: Context): Promise<void>;
}

/**
 * Checks what a browser says of a signed challenge, and counts the attempt.
 * @param owner the member whose passkey it must be; anybody's unless given
 * @throws {DomainError} PASSKEYS_OFF; PASSKEY_EXPIRED for a challenge that was used, is too old, for another aim or another
 *   browser's; PASSKEY_FAILED for unknown passkeys and wrong signatures alike; RATE_LIMITED.
 */
export async function checkSigned(
  ctx: Context,
  aim: ChallengeAim,
  answer: string,
  owner?: number,
): Promise<SignedChallenge> {
  getPasskeySite(ctx);
  const signed = parseSigned(answer);
  const challenge = challengeOf(signed.response.clientDataJSON);
  if (!isOwnChallenge(ctx, aim, challenge)) throw new DomainError("PASSKEY_EXPIRED");
  const credentialKey = digest(signed.id);
  const passkey = await ctx.db.findOneBy(Passkey, {
    credentialKey,
    ...(owner !== undefined && { userId: owner }),
  });
  const user = passkey && (await ctx.db.findOneBy(User, { id: passkey.userId }));
  // Unknown ones are counted like others.
  const counted = user?.usernameKey ?? `passkey ${credentialKey}`;
  const attempt = await beginAttempt(ctx, counted, user && findKnownDevice(ctx, user));
  if (!passkey || !user) throw new DomainError("PASSKEY_FAILED");
  const { userVerified: isUserVerified, ...info } = await verify(ctx, passkey, signed, challenge);
  return {
    user,
    attempt,
    isUserVerified,
    async consume(ctx) {
      await consumeChallenge(ctx, challenge);
      const unused = { id: passkey.id, counter: passkey.counter };
      const changes = {
        counter: info.newCounter,
        isBackedUp: info.credentialBackedUp,
        lastUsedAt: ctx.now,
      };
      if ((await ctx.db.update(Passkey, unused, changes)).affected !== 1)
        throw new DomainError("PASSKEY_FAILED");
    },
  };
}

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
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
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
