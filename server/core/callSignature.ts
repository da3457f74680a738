import { createHmac } from "node:crypto";

/**
 * Signs a body together with the time of the call: `t=…,v1=…`, HMAC-SHA-256 over `t.body`, as hex; one `v1` for each of the
 * secrets.
 */
export function signatureOf(secrets: readonly string[], body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const codes = secrets.map((secret) =>
    createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"),
  );
  return [`t=${seconds}`, ...codes.map((code) => `v1=${code}`)].join(",");
}
