import { createHash, createHmac } from "node:crypto";

/** The content type that the signature covers. */
const CONTENT_TYPE = "application/json; charset=utf-8";

/** A call that Tencent Cloud's signature covers. */
export interface Tc3Request {
  readonly secretId: string;
  readonly secretKey: string;
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly region: string;
  readonly body: string;
  readonly now: Date;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** The headers of a POST with Tencent Cloud's signature TC3-HMAC-SHA256 over method, headers and body. */
export function tc3Headers(request: Tc3Request): Record<string, string> {
  const { secretId, secretKey, host, service, action, version, region, body, now } = request;
  const timestamp = Math.floor(now.getTime() / 1000);
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const signed = "content-type;host;x-tc-action";
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ["POST", "/", "", headers, signed, sha256(body)].join("\n");
  const scope = `${day}/${service}/tc3_request`;
  const toSign = ["TC3-HMAC-SHA256", timestamp, scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), "tc3_request");
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    "content-type": CONTENT_TYPE,
    "x-tc-action": action,
    "x-tc-version": version,
    "x-tc-timestamp": String(timestamp),
    "x-tc-region": region,
  };
}
