import { clearCookie, readCookie, setCookie } from "../platform/cookies.ts";
import { store, stored, unstore } from "../platform/storage.ts";

const NAME = "access_token";
const COOKIE_DAYS = 30;
const STORAGE_MS = 2_592_000_000;

/** The companion half of the session; null when signed out. */
export function accessToken(): string | null {
  return readCookie(NAME) ?? stored<string>(NAME);
}

/** Keeps the companion half of the session in both places. */
export function keepAccessToken(token: string): void {
  setCookie(NAME, token, COOKIE_DAYS);
  store(NAME, token, STORAGE_MS);
}

/** Puts it back into the cookie, which the server reads for pages, where only that is lost; true if it was. */
export function restoreAccessToken(): boolean {
  const token = stored<string>(NAME);
  if (token === null || readCookie(NAME) !== null) return false;
  setCookie(NAME, token, COOKIE_DAYS);
  return readCookie(NAME) !== null;
}

/** Removes it from both places. */
export function dropAccessToken(): void {
  clearCookie(NAME);
  unstore(NAME);
}
