import { EXEMPT_PAGES } from "./pageLists.ts";

/** Key of the address that needed a sign-in, in session storage. */
const KEY = "__jump_url";
/** Address to go to if there is nothing to return to. */
const HOME = "/";
/** Pages of this program that nobody wants to return to. */
const DEAD_ENDS = ["/setup", "/close", "/404", "/500"];
/** Pages of signing in and registering: those of the wallet and of joining are what somebody signs in for. */
const BLOCKED = [...EXEMPT_PAGES.filter((path) => path.startsWith("/user/")), ...DEAD_ENDS];
const ALWAYS_ALLOWED = "/my";
/** Stands for the site where only paths are judged: on the server. */
const SERVER_ORIGIN = "http://site.invalid";
/** Escapes within escapes that are looked into; no page of the site has more than one. */
const ESCAPES_MAX = 4;

/**
 * The path of a saved address that may be returned to after a sign-in, else null: it lies on this site, its path begins
 * with exactly one slash however often it is unescaped, and it begins with `/my` or with nothing of the blocked list
 * (spec §2). Server and browser judge by this function alone; everywhere else the server redirects to fixed addresses.
 */
export function safeAddress(address: string | null | undefined): string | null {
  if (!address || !/^(\/|https?:\/\/)/i.test(address)) return null;
  const here = typeof location === "undefined" ? SERVER_ORIGIN : location.origin;
  const url = resolved(address, here);
  if (!url) return null;
  const path = readPath(url, here);
  if (path === null) return null;
  const isAllowed = path.startsWith(ALWAYS_ALLOWED) || !BLOCKED.some((prefix) => path.startsWith(prefix));
  return isAllowed ? url.pathname + url.search + url.hash : null;
}

/** Parameter of a sign-in page that names the address it leads to. */
export const NEXT_PARAMETER = "next";

/** The address that the query of a sign-in page names, if it may be returned to. */
export function nextAddress(search: string): string | null {
  return safeAddress(new URLSearchParams(search).get(NEXT_PARAMETER));
}

/** The address as a browser resolves it; null unless it stays on the site, without user name and password. */
function resolved(address: string, here: string): URL | null {
  try {
    const url = new URL(address, here);
    return url.origin === here && url.username === "" && url.password === "" ? url : null;
  } catch {
    return null;
  }
}

/**
 * The path as people read it; null if it leads elsewhere at any step of unescaping: a second slash at its begin, in
 * whatever writing, makes the next reader take the path for a host.
 */
function readPath(url: URL, here: string): string | null {
  let path = url.pathname;
  for (let step = 0; step <= ESCAPES_MAX; step++) {
    // The same reading as a browser's: no tabs and line breaks, backslashes are slashes, dots are walked.
    const again = resolved(path, here);
    // Two slashes name a host, even if it is this one: then the rest of its path would be lost.
    const isHost = /^[/\\]{2}/.test(path.replace(/[\t\n\r]/g, ""));
    if (isHost || !again || again.pathname.startsWith("//")) return null;
    const next = unescaped(path);
    if (next === path) return path.toLowerCase();
    path = next;
  }
  return null;
}

/** The path with its escapes of ASCII taken away once; no other character has a meaning in a path. */
function unescaped(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/**
 * Keeps an address over the sign-in; what may not be returned to leaves the one before in place.
 * @returns false if the browser keeps nothing
 */
export function saveAddress(address: string): boolean {
  const safe = safeAddress(address);
  try {
    if (safe !== null) sessionStorage.setItem(KEY, safe);
    return true;
  } catch {
    // Without storage the address of the sign-in page itself says where it ends.
    return false;
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
