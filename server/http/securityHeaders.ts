/** Time for which browsers use https alone, in seconds: a year, as the usual lists of such sites require. */
const HSTS_S = 31_536_000;
/** Features of browsers that no page uses. */
const UNUSED_FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
] as const;

/** The content policy of answers that are no page: of refusals and of data. */
export const CLOSED_POLICY = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/**
 * The headers that every answer carries, refusals and errors too. What is HTML adds a content policy of its own, and what is
 * no page `CLOSED_POLICY`: here it would also reach workers and pages that a browser keeps with an older nonce. Public
 * pictures say themselves that others may show them, since clients of the predecessor lie on hosts of their own.
 * @param publicUrl address of the site; https alone is promised for the time to come
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${HSTS_S}` } : {}),
  };
}
