import type { Platform } from "../platform/page.ts";
import type { Session } from "../session/useViewer.ts";
import type { CommonProps, PluginUser } from "./hooks.ts";

/** Fields that plugins ask for at one place, by plugin. */
export type AskedData = Readonly<Record<string, CommonProps["data"]>>;

/** Reads what the fragments of plugins asked for at a place: of what it shows, else of the site; null if none did. */
export function askedAt(
  { pluginData: ofSite }: Session["site"],
  place: string,
  data: object,
): AskedData | null {
  const { pluginData: ofThing } = data as { pluginData?: string | null };
  if (ofThing) return JSON.parse(ofThing) as AskedData;
  if (ofThing === null || !ofSite) return null;
  return (JSON.parse(ofSite) as Record<string, AskedData>)[place] ?? null;
}

/** Fields of threads and members that every plugin reads; more comes by fragments alone. */
const OPEN_FIELDS = { threadData: ["id", "title"], renderData: ["id", "nickname", "avatarUrl"] } as const;

/** Takes from the props of a place what the page itself needed for its thread or member. */
export function masked(data: object): Record<string, unknown> {
  const { pluginData: _, ...given } = data as Record<string, unknown>;
  for (const [name, fields] of Object.entries(OPEN_FIELDS)) {
    const thing = given[name] as Record<string, unknown> | undefined;
    if (!thing || !("id" in thing)) continue;
    given[name] = Object.fromEntries(fields.map((field) => [field, thing[field] ?? null]));
  }
  return given;
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
