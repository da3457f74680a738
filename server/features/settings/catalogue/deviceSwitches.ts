import type { Context } from "../../../core/context.ts";
import type { Device } from "../../../core/device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { SettingName } from "./catalogue.ts";
import { getSettingsOf, type Settings } from "../setting.service.ts";

/** Settings that are a switch for each kind of device. */
export type DeviceSwitch = Extract<
  SettingName,
  | "site_manage"
  | "site_anonymous"
  | "site_comment"
  | "site_personalletter"
  | "site_rewards"
  | "site_redpacket"
  | "site_areward"
  | "site_recharges"
  | "site_withdrawal"
>;

/** The numbers of devices within a setting. */
const DEVICES: Readonly<Record<number, Device>> = { 1: "pc", 2: "h5", 3: "mini" };

/** Gives the devices for which a setting is switched off; none if its value is not a list of switches. */
export function devicesOff<N extends DeviceSwitch>(settings: Pick<Settings, N>, name: N): Device[] {
  const switches = JSON.parse(settings[name] || "[]") as unknown;
  if (!Array.isArray(switches)) return [];
  return switches.flatMap((item: unknown) => {
    const { key, value } = (item ?? {}) as { key?: unknown; value?: unknown };
    const device = value === false ? DEVICES[Number(key)] : undefined;
    return device ? [device] : [];
  });
}

/** True if something is switched off for the device of the request; the program itself has no device. */
export async function isOffHere(ctx: Context, name: DeviceSwitch): Promise<boolean> {
  return ctx.device !== null && devicesOff(await getSettingsOf(ctx, [name]), name).includes(ctx.device);
}

/** Refuses what is switched off for the device of the request, to administrators too. @throws {DomainError} FORBIDDEN. */
export async function refuseIfOffHere(ctx: Context, name: DeviceSwitch): Promise<void> {
  if (!(await isOffHere(ctx, name))) return;
  throw new DomainError("FORBIDDEN", {
    text: { zh: "此设备上暂未开放该功能", en: "The site does not offer this on your device." },
  });
}
