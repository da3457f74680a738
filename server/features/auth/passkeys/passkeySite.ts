import { isIP } from "node:net";
import type { Context, Services } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";

/** Name and address by which authenticators know the site. */
export interface PasskeySite {
  /** Name that passkeys are bound to: the host of the site. */
  readonly rpID: string;
  readonly origin: string;
}

/**
 * Gives the site as authenticators know it, by its configured address: never by what a request says. Null where browsers
 * offer no passkeys: without https, except on the own machine, and for bare addresses of the network.
 */
export function findPasskeySite({ publicUrl }: Pick<Services, "publicUrl">): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) return null;
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return null;
  return { rpID: hostname, origin };
}

/** Gives the site as authenticators know it. @throws {DomainError} PASSKEYS_OFF where browsers offer none. */
export function getPasskeySite({ services }: Context): PasskeySite {
  const site = findPasskeySite(services);
  if (!site) throw new DomainError("PASSKEYS_OFF");
  return site;
}
