import { threadOf } from "./pageTags.ts";

const LIST_PATH = /^\/(?:category\/\d{1,15})?$/;
/** Parameters of pages that members share; an address with another one is a page of its own. */
const THREAD_PARAMETERS: ReadonlySet<string> = new Set(["page", "post", "lang"]);
const LIST_PARAMETERS: ReadonlySet<string> = new Set(["tab", "sort", "type", "after", "lang"]);
/** Lists that are not made for one member, as those are of whom they follow and of what they have not read. */
const SHARED_TABS: ReadonlySet<string> = new Set(["all", "essence", "hot", "newest"]);

/** Kind of a page that members with the same permissions share; null for pages that each gets rendered anew. */
export function sharedKind(path: string, search: string): "thread" | "list" | null {
  const kind = threadOf(path) !== null ? "thread" : LIST_PATH.test(path) ? "list" : null;
  if (kind === null || search === "") return kind;
  const allowed = kind === "thread" ? THREAD_PARAMETERS : LIST_PARAMETERS;
  for (const [name, value] of new URLSearchParams(search))
    if (!allowed.has(name) || (name === "tab" && !SHARED_TABS.has(value))) return null;
  return kind;
}
