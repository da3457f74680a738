import { hash, randomInt } from "node:crypto";
import { createChallenge, verifySolution, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { derivedKey } from "../../core/derivedKey.ts";
import { isSolvableAt } from "../settings/catalogue/captchaSites.ts";
import { parseAnswer } from "./captchaAnswer.ts";
import type { CaptchaProvider } from "./captchaProvider.ts";

/** Time within which a challenge is to be solved and handed in, in minutes. */
const MINUTES = 5;
/** Rounds of each derived key, and how many keys a browser derives: a fraction of a second for it altogether. */
const ROUNDS = 2_000;
const [KEYS_MIN, KEYS_MAX] = [150, 450];
const ALGORITHM = "PBKDF2/SHA-256";

/** Shape of an answer; what its values are worth is for the signature to say. */
const ANSWER = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      keySignature: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Proofs of work after altcha: the browser derives keys until one is the key of the challenge. Challenges are signed with
 * the key of the forum, so that none is stored; a check costs two HMACs, whatever the answer holds.
 */
export function altcha({ services, now }: Context): CaptchaProvider {
  const keyFor = (use: string): string => derivedKey(services, `captcha ${use}`).toString("hex");
  const secrets = {
    hmacSignatureSecret: keyFor("challenge"),
    hmacKeySignatureSecret: keyFor("solution"),
  };
  return {
    isSolvable: isSolvableAt(services.publicUrl),
    async challenge(purpose) {
      const challenge = await createChallenge({
        ...secrets,
        algorithm: ALGORITHM,
        deriveKey,
        cost: ROUNDS,
        counter: randomInt(KEYS_MIN, KEYS_MAX),
        data: { purpose },
        expiresAt: new Date(now.getTime() + MINUTES * 60_000),
      });
      return JSON.stringify(challenge);
    },
    async check(purpose, answer) {
      const given = parseAnswer(ANSWER, answer);
      if (given?.challenge.parameters.data.purpose !== purpose) return null;
      const expiresAt = new Date(given.challenge.parameters.expiresAt * 1_000);
      if (expiresAt <= now) return null;
      const { verified } = await verifySolution({ ...secrets, ...(given as unknown as Payload), deriveKey });
      return verified ? { id: hash("sha256", given.challenge.signature, "hex"), expiresAt } : null;
    },
  };
}
