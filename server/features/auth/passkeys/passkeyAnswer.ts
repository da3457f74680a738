import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { DomainError } from "../../../core/errors.ts";

/** Longest answer of a browser that is read, in characters; keys of new kinds are the longest. */
const ANSWER_MAX = 16_384;
/** Longest id of a credential, in characters of base64url: 1023 bytes (WebAuthn). */
const ID_MAX = 1_364;

const TEXT = z.string().max(ANSWER_MAX);
const CREDENTIAL = { id: z.string().min(1).max(ID_MAX), rawId: TEXT, type: z.literal("public-key") };
const ADDED = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: TEXT,
    attestationObject: TEXT,
    transports: z.array(z.string().max(20)).max(8).optional(),
  }),
});
const SIGNED = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: TEXT,
    authenticatorData: TEXT,
    signature: TEXT,
    userHandle: z.string().max(100).optional(),
  }),
});

function parse<T>(shape: z.ZodType<T>, answer: string): T {
  try {
    if (answer.length <= ANSWER_MAX) return shape.parse(JSON.parse(answer));
  } catch {
    // What no browser sends is refused like what does not fit.
  }
  throw new DomainError("PASSKEY_FAILED");
}

/** Reads what a browser says of a new passkey. @throws {DomainError} PASSKEY_FAILED for anything else. */
export function parseAdded(answer: string): RegistrationResponseJSON {
  return { ...parse(ADDED, answer), clientExtensionResults: {} } as RegistrationResponseJSON;
}

/** Reads what a passkey has signed. @throws {DomainError} PASSKEY_FAILED for anything else. */
export function parseSigned(answer: string): AuthenticationResponseJSON {
  return { ...parse(SIGNED, answer), clientExtensionResults: {} } as AuthenticationResponseJSON;
}

/** Reads the challenge that an answer belongs to; empty if it says none. */
export function challengeOf(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      challenge?: unknown;
    };
    return typeof data.challenge === "string" ? data.challenge : "";
  } catch {
    return "";
  }
}
