const TOLERANCE_SECONDS = 300;

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
  const { t, v1 } = Object.fromEntries(
    String(signature ?? "")
      .split(",")
      .map((part) => part.trim().split("=")),
  );
  if (!/^\d{1,12}$/.test(t ?? "") || !/^[0-9a-f]{64}$/.test(v1 ?? ""))
    throw new WebhookError("The signature is missing or malformed.");
  if (Math.abs(now / 1_000 - Number(t)) > toleranceSeconds)
    throw new WebhookError("The signature is too old, or the clock of one side is wrong.");
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"]);
  const bytes = Uint8Array.from(v1.match(/../g), (pair) => Number.parseInt(pair, 16));
  if (!(await crypto.subtle.verify("HMAC", key, bytes, encoder.encode(`${t}.${body}`))))
    throw new WebhookError("The signature does not fit.");
  return JSON.parse(body);
}
