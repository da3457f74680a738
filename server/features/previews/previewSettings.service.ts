import type { Context } from "../../core/context.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { playerOrigins } from "./players.ts";

/** Settings of previews. */
export interface PreviewSettings {
  readonly isOn: boolean;
  /** True if the owner wants no preview of pages of a host, or of a host above it. */
  isBlocked(host: string): boolean;
  /** Origins of players that the owner allows. */
  readonly players: ReadonlySet<string>;
}

/** Lists the origins of players that pages may show in frames; none while previews are off. */
export function framesOf(settings: Pick<Settings, "link_previews" | "link_preview_players">): string[] {
  return settings.link_previews === "1" ? playerOrigins(settings.link_preview_players) : [];
}

/** Reads the settings of previews. */
export async function previewSettings(ctx: Context): Promise<PreviewSettings> {
  const settings = await getSettings(ctx);
  const blocked = settings.link_preview_blocked.split(" ").filter(Boolean).map(nameOf);
  return {
    isOn: settings.link_previews === "1",
    players: new Set(framesOf(settings)),
    isBlocked: (host) => blocked.some((name) => host === name || host.endsWith(`.${name}`)),
  };
}

/** The host of an entry such as `https://*.example.org`. */
function nameOf(entry: string): string {
  return entry.replace(/^https?:\/\/(?:\*\.)?/, "");
}
