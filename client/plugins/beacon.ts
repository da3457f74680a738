import type { PluginRecord } from "./registry.ts";

/** Address at which the site counts registrations, if its administrators want that (setting plugin_beacon). */
const ENDPOINT = "/plugin-beacon";
/** Time in which events gather, so that a page sends one request, in milliseconds. */
const GATHER_MS = 1_000;

/** Event of a registration at one target, with the field names of the predecessor (legacy-facts 7.2). */
export interface UseEvent {
  readonly event: "plugin_register";
  readonly plugin_name_en: string;
  readonly plugin_target: string;
  readonly plugin_hookName: string;
  readonly plugin_version: string;
  readonly plugin_app_id: string;
  readonly plugin_type: string;
  readonly plugin_author_email: string;
  readonly plugin_author_name: string;
  readonly plugin_path: string;
  /** Path of the page without ids and query. */
  readonly page_url: string;
  readonly plugin_platform_mini: boolean;
  readonly plugin_platform_pc: boolean;
  readonly plugin_platform_h5: boolean;
}

/** Words of a plugin about itself. */
export type ReportedPlugin = Pick<PluginRecord, "version" | "type"> & {
  readonly name: string;
  readonly appid: string;
  readonly authorName: string;
  readonly authorEmail: string;
};

/** A place of a plugin. */
export type ReportedPlace = Pick<PluginRecord, "hookName" | "platform"> & {
  readonly target: string;
  readonly path?: string | null;
};

/** Queue of events that are not sent yet; what stands in it before this module has come is sent, too. */
interface PageWithQueue {
  beaconTaskList?: UseEvent[];
}

const reported = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts a registration into the queue, once for each target; a moment later all go to the site together. */
export function reportUse(plugin: ReportedPlugin, place: ReportedPlace): void {
  const event = eventOf(plugin, place, location.pathname);
  const key = JSON.stringify([
    event.plugin_name_en,
    event.plugin_target,
    event.plugin_hookName,
    event.plugin_path,
  ]);
  if (reported.has(key)) return;
  reported.add(key);
  ((window as PageWithQueue).beaconTaskList ??= []).push(event);
  timer ??= setTimeout(send, GATHER_MS);
}

/** Makes the event of a registration. @param pathname address of the page, from which ids are taken */
export function eventOf(plugin: ReportedPlugin, place: ReportedPlace, pathname: string): UseEvent {
  return {
    event: "plugin_register",
    plugin_name_en: plugin.name,
    plugin_target: place.target,
    plugin_hookName: place.hookName,
    plugin_version: plugin.version,
    plugin_app_id: plugin.appid,
    plugin_type: plugin.type,
    plugin_author_email: plugin.authorEmail,
    plugin_author_name: plugin.authorName,
    plugin_path: place.path ?? "",
    page_url: withoutIds(pathname),
    plugin_platform_mini: place.platform.includes("mini"),
    plugin_platform_pc: place.platform.includes("pc"),
    plugin_platform_h5: place.platform.includes("h5"),
  };
}

/** Names the page and not the thing on it: parts with digits are ids, or names of somebody. */
function withoutIds(pathname: string): string {
  return pathname
    .split("/")
    .map((part) => (/^[a-z-]*$/i.test(part) ? part : ":id"))
    .join("/");
}

function send(): void {
  timer = undefined;
  const events = (window as PageWithQueue).beaconTaskList?.splice(0) ?? [];
  if (events.length === 0) return;
  // Without cookies: nobody is to be known by it. What is lost is lost.
  fetch(ENDPOINT, {
    method: "POST",
    keepalive: true,
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ events }),
  }).catch(() => undefined);
}
