import { store, stored, unstore } from "../../platform/storage.ts";

const KEY = "recent_searches";
/** Searches that are remembered in this browser, newest first. */
export const RECENT_MAX = 10;

/** Lists the recent searches of this browser, newest first. */
export function recentSearches(): string[] {
  const kept = stored<unknown>(KEY);
  return Array.isArray(kept) ? kept.filter((item) => typeof item === "string").slice(0, RECENT_MAX) : [];
}

/** Remembers a search; one that is known moves to the front. */
export function rememberSearch(keyword: string): void {
  if (keyword === "") return;
  store(KEY, [keyword, ...recentSearches().filter((known) => known !== keyword)].slice(0, RECENT_MAX));
}

/** Forgets all searches of this browser. */
export function forgetSearches(): void {
  unstore(KEY);
}
