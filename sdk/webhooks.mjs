const TOLERANCE_SECONDS = 300;
/** Signatures that are tried: by the present secret and the one before. */
const MAX_CODES = 2;

/** A call that does not come from the forum, or comes too late. */
export class WebhookError extends Error {
  name = "WebhookError";
}

/**
 * Checks the header `Luntan-Signature` of a webhook and gives its event. `body` is the text as it came, before anything
 * parsed it; calls whose time is more than `toleranceSeconds` away are refused, so that nobody repeats an old one.
 */
export async function verifyWebhook({
  secret,
  signature,
  body,
  now = Date.now(),
  toleranceSeconds = TOLERANCE_SECONDS,
}) {
  const parts = String(signature ?? "")
    .split(",")
    .map((part) => part.trim().split("="));
  const t = parts.find(([name]) => name === "t")?.[1];
  // One for each secret while a new one replaces another.
  const codes = parts.filter(([name]) => name === "v1").map(([, code]) => code);
  if (
    !/^\d{1,12}$/.test(t ?? "") ||
    codes.length === 0 ||
    !codes.every((code) => /^[0-9a-f]{64}$/.test(code ?? ""))
  )
    throw new WebhookError("The signature is missing or malformed.");
  if (Math.abs(now / 1_000 - Number(t)) > toleranceSeconds)
    throw new WebhookError("The signature is too old, or the clock of one side is wrong.");
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"]);
  const signed = encoder.encode(`${t}.${body}`);
  for (const code of codes.slice(0, MAX_CODES)) {
    const bytes = Uint8Array.from(code.match(/../g), (pair) => Number.parseInt(pair, 16));
    if (await crypto.subtle.verify("HMAC", key, bytes, signed)) return JSON.parse(body);
  }
  throw new WebhookError("The signature does not fit.");
}
