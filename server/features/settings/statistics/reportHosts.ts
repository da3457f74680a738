/** Hosts that the statistics script may report to, as the Content-Security-Policy of pages writes them. */

/** Hosts that a site names at most. */
export const REPORT_HOSTS_MAX = 20;
const HOST_MAX = 253;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;
/** Second labels below which everybody registers: `*.com.cn` would be half a country. */
const SHARED_LABELS = new Set(["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]);
const LOOPBACK = new Set(["localhost", "127.0.0.1"]);

/** Whether a host is this machine itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname);

/** The site itself, by either scheme: a host that needs no leave. */
export function ownOrigins(publicUrl: string): string[] {
  const { host } = new URL(publicUrl);
  return [`https://${host}`, `http://${host}`];
}

/** The hosts of the stored setting. */
export const reportHosts = (stored: string): string[] => stored.split(" ").filter(Boolean);

/**
 * An origin from what somebody wrote: `hm.baidu.com` and `https://hm.baidu.com/` are `https://hm.baidu.com`. A star may
 * stand for names below a registered one. Null for everything else: other schemes, addresses, ports out of range, paths,
 * what a policy would read as more than one host.
 */
export function parseReportHost(text: string): string | null {
  const parts = /^(?:(https?):\/\/)?([^\s/\\:@?#%'";,*]*|\*\.[^\s/\\:@?#%'";,*]*)(?::(\d{1,5}))?\/?$/i.exec(
    text,
  );
  if (!parts) return null;
  const [, scheme = "https", written = "", port] = parts;
  const isWild = written.startsWith("*.");
  const hostname = asciiName(isWild ? written.slice(2) : written);
  if (hostname === null || (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)))
    return null;
  const labels = hostname.split(".");
  const isLocal = LOOPBACK.has(hostname);
  if (!isLocal && (labels.length < 2 || ADDRESS.test(hostname))) return null;
  if (
    isWild &&
    (isLocal || (labels.length === 2 && labels[1]!.length === 2 && SHARED_LABELS.has(labels[0]!)))
  ) {
    return null;
  }
  const isPlain = scheme.toLowerCase() === "http";
  if (isPlain && !isLocal) return null;
  const usual = isPlain ? "80" : "443";
  const end = port === undefined || port === usual ? "" : `:${Number(port)}`;
  return `${isPlain ? "http" : "https"}://${isWild ? "*." : ""}${hostname}${end}`;
}

/** A host name in ASCII and lower case; null if it is none. */
function asciiName(written: string): string | null {
  let hostname: string;
  try {
    ({ hostname } = new URL(`https://${written}/`));
  } catch {
    return null;
  }
  const fits = hostname.length <= HOST_MAX && hostname.split(".").every((label) => LABEL.test(label));
  return fits ? hostname : null;
}

/** Whether one of the hosts allows an origin; a star stands for any names in its place. */
export function isReportAllowed(origin: string, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    if (host === origin) return true;
    const [before, after] = host.split("*");
    return after !== undefined && origin.startsWith(before!) && origin.endsWith(after);
  });
}
