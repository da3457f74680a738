import { EXEMPT_PAGES } from "./pageLists.ts";

/** Where the address of the page that needed a sign-in is kept, in session storage. */
const KEY = "__jump_url";
/** Where people land if there is nothing to return to. */
const HOME = "/";
/** Pages of this program that nobody wants to return to. */
const DEAD_ENDS = ["/setup", "/close", "/404", "/500"];
const BLOCKED = [...EXEMPT_PAGES, ...DEAD_ENDS];
const ALWAYS_ALLOWED = "/my";

/**
 * The path of a saved address that may be returned to after a sign-in, else null: it lies on this site, and begins with
 * `/my` or with nothing of the blocked list (spec §2).
 */
export function safeAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  // On the server only paths are judged.
  const here = typeof location === "undefined" ? "http://site.invalid" : location.origin;
  let url: URL;
  try {
    url = new URL(address, here);
  } catch {
    return null;
  }
  if (url.origin !== here || !/^(\/(?![/\\])|https?:)/i.test(address)) return null;
  const isAllowed =
    url.pathname.startsWith(ALWAYS_ALLOWED) || !BLOCKED.some((prefix) => url.pathname.startsWith(prefix));
  return isAllowed ? url.pathname + url.search + url.hash : null;
}

/** Keeps an address over the sign-in; what may not be returned to leaves the one before in place. */
export function saveAddress(address: string): void {
  try {
    if (safeAddress(address) !== null) sessionStorage.setItem(KEY, address);
  } catch {
    // Without storage the sign-in ends at home.
  }
}

/** Gives the kept address and forgets it, unless it is to be kept; null if there is none that may be returned to. */
export function takeAddress({ keep = false } = {}): string | null {
  try {
    const address = sessionStorage.getItem(KEY);
    if (!keep) sessionStorage.removeItem(KEY);
    return safeAddress(address);
  } catch {
    return null;
  }
}

/**
 * Leaves the sign-in for the page that it interrupted, else for home; the page is loaded anew, as what it shows depends
 * on who looks.
 * @param preferred address that the sign-in page was opened with
 */
export function returnToAddress(preferred: string | null): void {
  const saved = takeAddress();
  try {
    location.assign(safeAddress(preferred) ?? saved ?? HOME);
  } catch {
    location.replace(HOME);
  }
}
