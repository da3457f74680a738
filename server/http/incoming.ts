import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import qs from "qs";
import { DomainError } from "../core/errors.ts";

/** The parts of a request that say where it comes from. */
interface Asking {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

const GROUPS = 8;
/** The groups that name a network: one person has all addresses behind them. */
const NETWORK_GROUPS = 4;
const LOOPBACK = "::1";

/**
 * The address that limits count: IPv4 as it is, however it is written; IPv6 by its first 64 bits, in one spelling, since
 * one person has all of the rest. The machine itself stays itself.
 */
export function clientAddress(ip: string): string {
  const [address = ip] = ip.split("%");
  if (isIP(address) !== 6) return address;
  const groups = expand(address);
  const [high, low] = groups.slice(-2) as [number, number];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  if (groups.slice(0, -1).every((group) => group === 0) && low === 1) return LOOPBACK;
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const numbers = (part: string): number[] =>
    part.split(":").flatMap((group) => {
      if (group === "") return [];
      if (!group.includes(".")) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      return [a * 256 + b, c * 256 + d];
    });
  const [before = "", after] = address.split("::");
  const head = numbers(before);
  if (after === undefined) return head;
  const tail = numbers(after);
  return [...head, ...Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

/** True if a browser says that another site makes it change something here. */
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

/**
 * True for a call that nobody can be made to send: it brings its own token, or, to the legacy API, JSON and no cookies.
 * Old clients run on addresses of their own (legacy-facts 1.1), and so do tools; browsers ask before sending either from
 * another site. `Basic` is what browsers send by themselves.
 */
export function standsForItself({ headers }: Asking, path: string): boolean {
  // Codes, secrets and tokens in the body are what counts there; cookies are not read.
  if (/^\/oauth\/(?:token|revoke|me)(?:$|\?)/.test(path)) return true;
  const isLegacy = /^\/(?:api|apiv3)\//.test(path);
  if (!isLegacy && !/^\/(?:graphql(?:\/stream)?|uploads(?:\/resumable(?:\/\w+)?)?)(?:$|\?)/.test(path))
    return false;
  if (/^(?!basic\b)\S/i.test(headers.authorization ?? "")) return true;
  return (
    isLegacy && headers.cookie === undefined && /^application\/json\b/i.test(headers["content-type"] ?? "")
  );
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);

/** Names in one form; ten thousand stop words must fit. */
const FORM_FIELDS_MAX = 10_100;

/** Reads a form body; names with brackets make lists and objects, as in query strings. */
export function parseForm(text: string): unknown {
  return qs.parse(text, {
    depth: 5,
    arrayLimit: 20,
    parameterLimit: FORM_FIELDS_MAX,
    allowPrototypes: false,
  });
}

/** Brackets within brackets in a JSON body; the deepest of any client has eight. */
const JSON_NESTING_MAX = 64;

/** Makes the error for a request that is nested too deeply. */
export function tooDeep(): DomainError {
  return new DomainError("INVALID_PARAMETER", {
    text: { zh: "请求内容嵌套过深", en: "The request is nested too deeply." },
  });
}

/**
 * True if a JSON text nests deeper than any client needs. Looks at the text, since a parsed value would be walked by
 * recursive functions.
 */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > JSON_NESTING_MAX) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return false;
}

/** The place of the quotation mark that ends a string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    // An even number of backslashes: the mark itself is not escaped.
    if ((end - 1 - before) % 2 === 0) return end;
  }
}

/** Reads a JSON body as Fastify's parsers do; a body that is empty is none. */
export function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
  if (text === "") return done(null, undefined);
  if (isNestedTooDeep(text)) return done(tooDeep());
  try {
    // A reviver makes parsing many times as dear, so only texts that could spell the key get one.
    const suspicious = text.includes("__proto__") || text.includes("\\u");
    const value: unknown = suspicious ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
    done(null, value);
  } catch {
    done(Object.assign(new Error("The body is not JSON."), { statusCode: 400 }));
  }
}

/** Writes the text for a request that cannot be understood. */
export function badRequest(status: number): { text: { zh: string; en: string } } {
  if (status === 413) return { text: { zh: "请求内容过大", en: "The request is too large." } };
  return { text: { zh: "请求格式错误", en: "The request is malformed." } };
}
