import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { derivedKey } from "../../../core/derivedKey.ts";
import { DomainError } from "../../../core/errors.ts";
import { addPoint } from "../attempts/limitCounter.service.ts";
import { digest } from "../sessions/digest.ts";

/** Time for answering a challenge, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;
/** Time for which a browser keeps the secret that its challenges are bound to, in milliseconds. */
const BROWSER_MS = 60 * 60_000;
const SECRET = /^[\w-]{43}$/;
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

/** Aim of a challenge: signing in, adding a passkey to the account of a member, or proving that it is the member. */
export type ChallengeAim = "sign-in" | `add:${number}` | `prove:${number}`;

/** Signature of a challenge: for one aim, of one browser. */
function signatureOf(ctx: Context, head: Buffer, aim: ChallengeAim, browser: string): Buffer {
  const key = derivedKey(ctx.services, "passkey");
  return createHmac("sha256", key).update(head).update(`${aim} ${browser}`).digest();
}

/**
 * Makes a challenge for the browser of the request. It is stored nowhere: time, aim and a secret of the browser, which
 * scripts cannot read, are signed. Several pages of one browser have several, which do not disturb each other.
 */
export function makeChallenge(ctx: Context, aim: ChallengeAim): Uint8Array<ArrayBuffer> {
  const given = ctx.passkeyCookie ?? "";
  const browser = SECRET.test(given) ? given : randomBytes(KEY_BYTES).toString("base64url");
  ctx.setPasskeyCookie(browser, new Date(ctx.now.getTime() + BROWSER_MS));
  const head = Buffer.alloc(HEAD_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(ctx.now.getTime() + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([head, signatureOf(ctx, head, aim, browser)]));
}

/** True for a challenge that this browser was given for this aim, and whose time is not over. */
export function isOwnChallenge(ctx: Context, aim: ChallengeAim, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== HEAD_BYTES + KEY_BYTES || !SECRET.test(ctx.passkeyCookie ?? "")) return false;
  const head = bytes.subarray(0, HEAD_BYTES);
  const isGenuine = timingSafeEqual(
    bytes.subarray(HEAD_BYTES),
    signatureOf(ctx, head, aim, ctx.passkeyCookie!),
  );
  return isGenuine && head.readUIntBE(NONCE_BYTES, TIME_BYTES) > ctx.now.getTime();
}

/**
 * Uses a challenge up in the caller's transaction: of several calls at once exactly one passes.
 * @throws {DomainError} PASSKEY_EXPIRED if it was used before
 */
export async function consumeChallenge(ctx: Context, challenge: string): Promise<void> {
  const { points } = await addPoint(ctx, `passkey-challenge ${digest(challenge)}`, CHALLENGE_MS / 1_000);
  if (points > 1) throw new DomainError("PASSKEY_EXPIRED");
}
