import { lookup, type LookupAddress } from "node:dns";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";
import type { Context } from "./context.ts";

/** Longest time that a name may take to be resolved, in milliseconds. */
const RESOLVE_TIMEOUT_MS = 5_000;
/** Answers are read up to this; nothing is made of more. */
const ANSWER_MAX_BYTES = 16_384;

/** Addresses of machines, sites and the net itself, which nobody outside is called by (RFC 6890, IANA's registries). */
const NOT_PUBLIC = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  // Tunnels and documentation within what is public.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, "ipv6");
/** Public addresses of IPv6. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet("2000::", 3, "ipv6");

/** True if an IP address is public, so that anybody may call it. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, "ipv4");
  return PUBLIC_V6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

/** The host of an address as sockets want it: IPv6 without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** True if an address may lead to the inner net: in development, and to machines that the operator has named. */
export function mayCallInside({ services }: Context, url: string): boolean {
  return services.mayCallInner || services.webhookHosts.includes(new URL(url).host);
}

/** Why an outside address is not called. Says no more, since whoever gave the address may read it. */
export class OutsideRefusal extends Error {}

/** Refuses addresses that are private without resolving a name. @throws {OutsideRefusal} */
function mustLookOutside(url: URL): void {
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    throw new OutsideRefusal("not a plain https address");
  const host = hostOf(url);
  if (isIP(host) && !isPublicAddress(host)) throw new OutsideRefusal("not a public address");
}

/**
 * Makes sure that an address given by somebody leads outside: https on its usual port, no credentials, and a name that
 * resolves to public addresses only.
 * @throws {OutsideRefusal} otherwise
 */
export async function mustBeOutside(address: string): Promise<void> {
  const url = new URL(address);
  mustLookOutside(url);
  const host = hostOf(url);
  if (isIP(host)) return;
  const addresses = await resolved(host);
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new OutsideRefusal("not a public address");
}

function resolved(host: string): Promise<string[]> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new OutsideRefusal("not resolved in time")), RESOLVE_TIMEOUT_MS);
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(timer);
      if (error) fail(new OutsideRefusal("not resolved"));
      else done(found.map(({ address }) => address));
    });
  });
}

/** Resolves for a socket and refuses what is not public, so that a name cannot lead elsewhere after it was checked. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, [], 0);
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new OutsideRefusal("not a public address") as NodeJS.ErrnoException, [], 0);
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  });
};

/** A call of a machine outside whose address somebody gave. */
export interface OutsideCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string | null;
  /** For everything together: resolving, connecting, sending, waiting. */
  readonly timeoutMs: number;
  /** Reads the answer up to this many bytes; more is cut off. */
  readonly maxBytes?: number;
  /** Ends the call when the program ends. */
  readonly stopping?: AbortSignal;
  /** False for an answer whose body is not worth reading. */
  wants?(head: Pick<OutsideAnswer, "status" | "headers">): boolean;
  /** True once enough was read; the rest is cut off. */
  isEnough?(part: Buffer): boolean;
  /** Takes the parts of the answer as they come, instead of keeping them. */
  take?(part: Buffer): void;
  /** Calls machines of the inner net as well, over http too: development and tests. */
  readonly mayBeInner: boolean;
}

/** Answer of a machine outside. */
export interface OutsideAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** False if the answer ended early, or was cut off. */
  readonly isWhole: boolean;
}

/**
 * Calls once, follows no redirect, and reads little of the answer.
 * @throws {Error} if there is none in time; OutsideRefusal if the address leads inside
 */
export async function callOutside(call: OutsideCall): Promise<OutsideAnswer> {
  const { url: address, method, headers, body, timeoutMs, mayBeInner, maxBytes = ANSWER_MAX_BYTES } = call;
  const parts: Buffer[] = [];
  const take = call.take ?? ((part: Buffer) => void parts.push(part));
  const url = new URL(address);
  if (!mayBeInner) mustLookOutside(url);
  const options: RequestOptions = {
    host: hostOf(url),
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: url.pathname + url.search,
    method,
    headers,
    agent: false,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.stopping ? [call.stopping] : [])]),
    ...(mayBeInner ? {} : { lookup: publicLookup }),
  };
  return new Promise((done, fail) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(options, (answer) => {
      let size = 0;
      const { statusCode: status = 0, headers } = answer;
      if (call.wants?.({ status, headers }) === false) answer.destroy();
      answer.on("data", (part: Buffer) => {
        size += part.length;
        take(part);
        if (size > maxBytes || call.isEnough?.(part)) answer.destroy();
      });
      answer.on("close", () =>
        done({
          status,
          headers,
          body: Buffer.concat(parts),
          isWhole: answer.complete,
        }),
      );
      answer.on("error", () => undefined);
    });
    request.on("error", fail);
    request.end(body ?? undefined);
  });
}
