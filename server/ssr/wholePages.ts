import type { HttpRequest } from "../http/route.ts";

/** Parameter and cookie of browsers without scripts, which get pages with all that is the member's own. */
const NAME = "scripts";
const VALUE = "off";
const MARK = `${NAME}=${VALUE}`;

/** Cookie that lets further pages come whole at once; the client removes it where scripts run. */
export const WITHOUT_SCRIPTS = `${MARK}; Path=/; SameSite=Lax`;

/** The address of the same page with all that is the member's own. */
export function wholeAddress(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${MARK}`;
}

/** True if the query of an address names the whole page. */
export function namesWhole(search: string): boolean {
  return search !== "" && search.slice(1).split("&").includes(MARK);
}

/** True if a browser is to get the whole page. */
export function asksForWhole({ search, cookies }: HttpRequest): boolean {
  return cookies[NAME] === VALUE || namesWhole(search);
}

/** The query without the mark, which no page reads. */
export function withoutMark(search: string): string {
  if (!namesWhole(search)) return search;
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== MARK);
  return kept.length > 0 ? `?${kept.join("&")}` : "";
}
