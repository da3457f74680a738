import { createHmac } from "node:crypto";

/** Signs a body together with the time of the call: `t=…,v1=…`, HMAC-SHA-256 over `t.body`, as hex. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
