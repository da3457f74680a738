import type { Context } from "../../core/context.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { oembedProviders, type OembedProvider } from "../settings/catalogue/oembedProviders.ts";

/** Settings of previews. */
export interface PreviewSettings {
  readonly isOn: boolean;
  /** True if the owner wants no preview of pages of a host, or of a host above it. */
  isBlocked(host: string): boolean;
  /** Origins of players that the owner allows, perhaps with a star for names in its place. */
  readonly players: readonly string[];
  /** Sites that are asked for facts of their pages. */
  readonly providers: readonly OembedProvider[];
}

/** Lists the origins of players that pages may show in frames; none while previews are off. */
export function framesOf(settings: Pick<Settings, "link_previews" | "link_preview_players">): string[] {
  return settings.link_previews === "1" ? settings.link_preview_players.split(" ").filter(Boolean) : [];
}

/** Reads the settings of previews. */
export async function previewSettings(ctx: Context): Promise<PreviewSettings> {
  const settings = await getSettings(ctx);
  const blocked = settings.link_preview_blocked.split(" ").filter(Boolean).map(nameOf);
  return {
    isOn: settings.link_previews === "1",
    players: framesOf(settings),
    providers: oembedProviders(settings.link_preview_providers),
    isBlocked: (host) => blocked.some((name) => host === name || host.endsWith(`.${name}`)),
  };
}

/** The host of an entry such as `https://*.example.org`. */
function nameOf(entry: string): string {
  return entry.replace(/^https?:\/\/(?:\*\.)?/, "");
}
