import type { HttpRequest } from "./route.ts";

/** Time for which browsers cache the answer to a preflight, in seconds. */
const PREFLIGHT_S = 600;

const EXPOSED = [
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "X-Request-Id",
  "Idempotency-Replayed",
  "Dzq-Costtime",
].join(", ");

/** Lets a page of another site read an answer that no cookie had a part in; cookies count for this site alone. */
export function readableBy(
  { headers }: Pick<HttpRequest, "headers">,
  publicUrl: string,
): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return {};
  return { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };
}

/** Answers a preflight: everything is allowed from this site, and without cookies from all others. */
export function preflight(request: Pick<HttpRequest, "headers">, publicUrl: string): Record<string, string> {
  const foreign = readableBy(request, publicUrl);
  return {
    "cache-control": "private, no-store",
    "access-control-allow-origin": new URL(publicUrl).origin,
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": "Authorization, Content-Type, Accept-Language, Idempotency-Key",
    "access-control-max-age": String(PREFLIGHT_S),
    vary: "Origin",
    ...("access-control-allow-origin" in foreign ? foreign : { "access-control-allow-credentials": "true" }),
  };
}
