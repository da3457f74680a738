import { isIP } from "node:net";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** The name or address in a Host header, without port and brackets, in small letters; empty if it is none. */
function hostNameOf(host: string): string {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? match?.[2] ?? "").toLowerCase().replace(/\.$/, "");
}

/**
 * Makes the check whether a request means this site. Another site's name that leads here is how pages elsewhere read
 * what only people near the server may reach. Addresses and names without a dot cannot be another site's, and proxies and
 * health checks use them. While the site itself has no public address, nothing can be foreign.
 */
export function hostCheck(publicUrl: string): (host: string) => boolean {
  const own = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const hasPublicName = !LOOPBACK.has(own);
  return (host) => {
    const name = hostNameOf(host);
    if (name === "") return false;
    return !hasPublicName || name === own || isIP(name) > 0 || !name.includes(".");
  };
}

/** True if a request names its host more than once, so that proxies may disagree about the host it means. */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}
