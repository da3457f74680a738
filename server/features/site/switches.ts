import { type DeviceSwitch, devicesOff } from "../settings/catalogue/deviceSwitches.ts";
import type { Settings } from "../settings/setting.service.ts";
import { SitePlatform, SwitchedFeature, type SwitchedOff } from "./switches.view.ts";

const SETTINGS: Readonly<Record<SwitchedFeature, DeviceSwitch>> = {
  [SwitchedFeature.SITE]: "site_manage",
  [SwitchedFeature.ANONYMITY]: "site_anonymous",
  [SwitchedFeature.REPLIES]: "site_comment",
  [SwitchedFeature.MESSAGES]: "site_personalletter",
  [SwitchedFeature.TIPS]: "site_rewards",
  [SwitchedFeature.RED_PACKETS]: "site_redpacket",
  [SwitchedFeature.BOUNTIES]: "site_areward",
};
/** Platforms by device; the mini-program has no pages here. */
const PLATFORMS = { pc: SitePlatform.PC, h5: SitePlatform.H5, mini: undefined } as const;

/** Lists the features that settings switch off for pages. */
export function switchedOff(settings: Settings): SwitchedOff[] {
  return (Object.keys(SETTINGS) as SwitchedFeature[]).flatMap((feature) =>
    platformsWithout(settings, feature).map((platform) => ({ feature, platform })),
  );
}

function platformsWithout(settings: Settings, feature: SwitchedFeature): SitePlatform[] {
  if (feature === SwitchedFeature.TIPS && settings.site_can_reward !== "1")
    return Object.values(SitePlatform);
  return devicesOff(settings, SETTINGS[feature]).flatMap((device) => PLATFORMS[device] ?? []);
}
