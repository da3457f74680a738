import type { Platform } from "../platform/page.ts";
import type { Session } from "../session/useViewer.ts";
import type { CommonProps, PluginUser } from "./hooks.ts";

/** Fields that plugins ask for at one place, by plugin. */
export type AskedData = Readonly<Record<string, CommonProps["data"]>>;

/** Fields that plugins ask for at all places of one kind. */
type AskedByPlace = Readonly<Record<string, AskedData>>;

/** A category as pages read it: `pluginData` is JSON by places and plugins. */
interface Category {
  readonly id: string;
  readonly name: string;
  readonly pluginData?: string | null;
  readonly children?: readonly Category[];
}

/** Parts of the props of a place that answer plugins. */
interface Given {
  readonly pluginData?: string | null;
  readonly categoryData?: string | null;
  readonly renderData?: { readonly categories?: readonly Category[] };
}

/** Reads what the fragments of plugins asked for at a place: of what it shows, else of the site; null if none did. */
export function askedAt(
  { pluginData: ofSite }: Session["site"],
  place: string,
  data: object,
): AskedData | null {
  const { pluginData: ofThing, categoryData, renderData } = data as Given;
  if (ofThing !== undefined) return ofThing ? (JSON.parse(ofThing) as AskedData) : null;
  const found = [ofSite, categoryData].map((text) => dataAt(text, place));
  const asked = [...found, dataOfAll(renderData?.categories ?? [], place)].filter((each) => each !== null);
  return asked.length > 0 ? Object.assign({}, ...asked) : null;
}

function dataAt(text: string | null | undefined, place: string): AskedData | null {
  return text ? ((JSON.parse(text) as AskedByPlace)[place] ?? null) : null;
}

/** Gathers what plugins asked for of each category, by plugins and the ids of the categories; null if none did. */
function dataOfAll(categories: readonly Category[], place: string): AskedData | null {
  const asked: Record<string, Record<string, unknown>> = {};
  for (const { id, pluginData } of categories.flatMap((each) => [each, ...(each.children ?? [])]))
    for (const [plugin, fields] of Object.entries(dataAt(pluginData, place) ?? {}))
      (asked[plugin] ??= {})[id] = fields;
  return Object.keys(asked).length > 0 ? asked : null;
}

/** Fields of what a place shows that every plugin reads; more comes by fragments alone. */
const OPEN_FIELDS = {
  threadData: ["id", "title"],
  postData: ["id", "number"],
  hitData: ["id", "kind"],
  renderData: ["id", "nickname", "avatarUrl"],
} as const;

/** Takes from the props of a place what the page itself needed for what it shows. */
export function masked(data: object): Record<string, unknown> {
  const { pluginData: _, categoryData: __, ...given } = data as Record<string, unknown>;
  for (const [name, fields] of Object.entries(OPEN_FIELDS)) {
    const thing = given[name] as Record<string, unknown> | undefined;
    if (!thing || !("id" in thing)) continue;
    given[name] = Object.fromEntries(fields.map((field) => [field, thing[field] ?? null]));
  }
  const { renderData } = data as Given;
  if (renderData?.categories)
    given["renderData"] = { ...renderData, categories: renderData.categories.map(maskedCategory) };
  return given;
}

function maskedCategory({ id, name, children }: Category): Category {
  return { id, name, ...(children && { children: children.map(maskedCategory) }) };
}

/** Gives the member whom plugins know; null for visitors, and on a page that members share until theirs has come. */
export function userInfoOf({ viewer, isShared }: Pick<Session, "viewer" | "isShared">): PluginUser | null {
  return viewer && !isShared
    ? { id: viewer.id, nickname: viewer.nickname, avatarUrl: viewer.avatarUrl ?? null }
    : null;
}

/** Gives what plugins know of the site. */
export function siteDataOf(site: Session["site"], platform: Platform): CommonProps["siteData"] {
  return {
    platform,
    webConfig: {
      setSite: {
        siteName: site.name,
        siteKeywords: site.keywords,
        siteIntroduction: site.introduction,
        siteFavicon: site.favicon ?? null,
        siteLogo: site.logo ?? null,
        version: site.version,
      },
    },
  };
}
