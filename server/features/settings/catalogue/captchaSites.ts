import { isLoopback } from "../statistics/reportHosts.ts";

/** True if browsers can solve captchas of a site: they compute for https alone, and for their own machine. */
export function isSolvableAt(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || isLoopback(hostname);
}
