import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "../../../../core/context.ts";
import { derivedKey } from "../../../../core/derivedKey.ts";

/** Longest token that is looked at. */
const TOKEN_MAX = 1_000;

function signatureOf(services: Pick<Services, "secretKey">, purpose: string, payload: string): Buffer {
  return createHmac("sha256", derivedKey(services, purpose)).update(payload).digest();
}

/** A text that only this forum can have made, for mailed links: `<payload>.<signature>`, both base64url. */
export function signToken(services: Pick<Services, "secretKey">, purpose: string, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${payload}.${signatureOf(services, purpose, payload).toString("base64url")}`;
}

/** Reads the content of a token; null unless it was signed for this purpose. */
export function readToken(services: Pick<Services, "secretKey">, purpose: string, token: string): unknown {
  const match = token.length <= TOKEN_MAX ? /^([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!match) return null;
  const signature = Buffer.from(match[2]!, "base64url");
  const right = signatureOf(services, purpose, match[1]!);
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) return null;
  try {
    return JSON.parse(Buffer.from(match[1]!, "base64url").toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
