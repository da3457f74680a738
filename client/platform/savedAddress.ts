/** Where the address of the page that needed a sign-in is kept. */
const KEY = "__jump_url";
/** Pages that are never gone back to after a sign-in. */
const BLOCKED = ["/user/", "/setup", "/404"];

/**
 * A path of this site that may be gone to after a sign-in, else null. Everything below /my may; foreign addresses,
 * "//host" and the sign-in pages may not.
 */
export function safeAddress(address: string | null | undefined): string | null {
  if (!address || !/^\/(?![/\\])/.test(address)) return null;
  let url: URL;
  try {
    url = new URL(address, "http://site.invalid");
  } catch {
    return null;
  }
  if (url.host !== "site.invalid") return null;
  const isAllowed =
    url.pathname.startsWith("/my") || !BLOCKED.some((prefix) => url.pathname.startsWith(prefix));
  return isAllowed ? url.pathname + url.search + url.hash : null;
}

/** Keeps an address over the sign-in. */
export function saveAddress(address: string): void {
  try {
    sessionStorage.setItem(KEY, address);
  } catch {
    // Without storage the sign-in ends at home.
  }
}

/** Gives the kept address and forgets it; null if there is none or it may not be gone to. */
export function takeAddress(): string | null {
  try {
    const address = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return safeAddress(address);
  } catch {
    return null;
  }
}
