import type { SettingName } from "../settings/catalogue.ts";
import type { Settings } from "../settings/setting.service.ts";
import { SitePlatform, SwitchedFeature, type SwitchedOff } from "./switches.view.ts";

const SETTINGS: Readonly<Record<SwitchedFeature, SettingName>> = {
  [SwitchedFeature.SITE]: "site_manage",
  [SwitchedFeature.ANONYMITY]: "site_anonymous",
  [SwitchedFeature.REPLIES]: "site_comment",
  [SwitchedFeature.MESSAGES]: "site_personalletter",
};
/** The numbers of platforms within a setting; the mini-program (3) is no page of ours. */
const PLATFORMS: Readonly<Record<number, SitePlatform>> = { 1: SitePlatform.PC, 2: SitePlatform.H5 };

/** What the settings switch off where; a value that is no list of switches switches nothing off. */
export function switchedOff(settings: Settings): SwitchedOff[] {
  return Object.entries(SETTINGS).flatMap(([feature, name]) => {
    const switches = JSON.parse(settings[name] || "[]") as unknown;
    if (!Array.isArray(switches)) return [];
    return switches.flatMap((item: unknown) => {
      const { key, value } = (item ?? {}) as { key?: unknown; value?: unknown };
      const platform = value === false ? PLATFORMS[Number(key)] : undefined;
      return platform ? [{ feature: feature as SwitchedFeature, platform }] : [];
    });
  });
}
