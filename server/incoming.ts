import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** The content type of a form with files. */
export const MULTIPART =
  /^multipart\/form-data *;(?:[^"]*;)? *boundary=(?:[^\s;"]{1,70}|"[^\s;"]{1,70}") *(?:;|$)/i;
/** One file, and little beside it. */
export const MULTIPART_LIMITS = {
  files: 1,
  fields: 10,
  fieldSize: 1_000,
  parts: 20,
  headerPairs: 20,
  headerSize: 8_192,
} as const;

/** What tells where a request comes from. */
interface Asking {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** The address that limits count: IPv6 networks by their first 64 bits, since one person has all of the rest. */
export function clientAddress(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  if (ip.startsWith("::ffff:")) return ip.slice(7);
  return `${ip.split(":").slice(0, 4).join(":")}::/64`;
}

/** Whether a browser says that another site makes it change something here. */
export function crossesSites(request: Asking, publicUrl: string): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.headers.origin;
  if (origin === undefined) return false;
  return origin !== new URL(publicUrl).origin && !sameHost(origin, request.headers.host);
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);

/** Reads a JSON body as Fastify's parsers do; a body that is empty is none. */
export function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
  if (text === "") return done(null, undefined);
  try {
    // A reviver makes parsing many times as dear, so only texts that could spell the key get one.
    const suspicious = text.includes("__proto__") || text.includes("\\u");
    const value: unknown = suspicious ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
    done(null, value);
  } catch {
    done(Object.assign(new Error("The body is not JSON."), { statusCode: 400 }));
  }
}
