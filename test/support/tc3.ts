import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A call of Tencent Cloud as it arrived. */
export interface SignedCall {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly raw: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Makes the signature that a call must have, from the vendor's description of TC3-HMAC-SHA256. */
export function tc3Signature({ headers, path, raw }: SignedCall, secretKey: string, service = "sms"): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).toLowerCase()}\n`);
  const canonical = `POST\n${path}\n\n${lines.join("")}\n${names}\n${sha256(raw)}`;
  const time = String(headers["x-tc-timestamp"]);
  const day = new Date(Number(time) * 1000).toISOString().slice(0, 10);
  const toSign = `TC3-HMAC-SHA256\n${time}\n${day}/${service}/tc3_request\n${sha256(canonical)}`;
  return hmac(hmac(hmac(hmac(`TC3${secretKey}`, day), service), "tc3_request"), toSign).toString("hex");
}

/** True if a call is signed with a key, as the vendor checks it. */
export function isSignedWith(call: SignedCall, secretKey: string, service = "sms"): boolean {
  return call.headers.authorization?.endsWith(`Signature=${tc3Signature(call, secretKey, service)}`) ?? false;
}
