import { type DeviceSwitch, devicesOff } from "../settings/catalogue/deviceSwitches.ts";
import type { Settings } from "../settings/setting.service.ts";
import { SitePlatform, SwitchedFeature, type SwitchedOff } from "./switches.view.ts";

const SETTINGS: Readonly<Record<SwitchedFeature, DeviceSwitch>> = {
  [SwitchedFeature.SITE]: "site_manage",
  [SwitchedFeature.ANONYMITY]: "site_anonymous",
  [SwitchedFeature.REPLIES]: "site_comment",
  [SwitchedFeature.MESSAGES]: "site_personalletter",
};
/** The mini-program is no page of ours. */
const PLATFORMS = { pc: SitePlatform.PC, h5: SitePlatform.H5, mini: undefined } as const;

/** What the settings switch off for pages. */
export function switchedOff(settings: Settings): SwitchedOff[] {
  return Object.entries(SETTINGS).flatMap(([feature, name]) =>
    devicesOff(settings, name).flatMap((device) => {
      const platform = PLATFORMS[device];
      return platform ? [{ feature: feature as SwitchedFeature, platform }] : [];
    }),
  );
}
