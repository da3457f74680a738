import { createHash } from "node:crypto";
import { parseId } from "../../../core/ids.ts";
import { cleanLine } from "../../../core/text.ts";
import type { SearchFilter } from "../results/search.input.ts";
import type { SavedSearch } from "./savedSearch.entity.ts";

const DAY_MS = 86_400_000;
const IDS = new Set(["categoryId", "authorId", "threadId"]);

/** Gives a filter in its canonical form: without what narrows nothing, its fields and phrases in order. */
export function canonicalFilter(filter: SearchFilter | null | undefined): string {
  const entries = Object.entries(filter ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Date) return [[name, value.toISOString()] as const];
    if (Array.isArray(value)) {
      const phrases = [...new Set(value.map((phrase) => cleanLine(String(phrase))).filter(Boolean))].sort();
      return phrases.length > 0 ? [[name, phrases] as const] : [];
    }
    if (IDS.has(name))
      return value ? [[name, String(parseId(String(value), `filter.${name}`))] as const] : [];
    return value ? [[name, value] as const] : [];
  });
  return JSON.stringify(Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** Gives the filter of a saved search. */
export function filterOf({ filterJson }: Pick<SavedSearch, "filterJson">): SearchFilter {
  const filter = JSON.parse(filterJson) as Record<string, unknown>;
  for (const name of ["writtenFrom", "writtenBefore"])
    if (name in filter) filter[name] = new Date(filter[name] as string);
  return filter as SearchFilter;
}

/** Gives the filter of a saved search for results after a time. */
export function filterSince(search: SavedSearch, since: Date, now: Date): SearchFilter {
  const filter = filterOf(search);
  const earliest = search.withinDays === null ? 0 : now.getTime() - search.withinDays * DAY_MS;
  const from = Math.max(since.getTime(), earliest, filter.writtenFrom?.getTime() ?? 0);
  return { ...filter, writtenFrom: new Date(from) };
}

/** Hashes a search, so that equal ones of a member are one row. */
export function keyOfSearch(query: string, filterJson: string, withinDays: number | null): string {
  const text = JSON.stringify([query.normalize("NFKC").toLowerCase(), filterJson, withinDays]);
  return createHash("sha256").update(text).digest("hex");
}
