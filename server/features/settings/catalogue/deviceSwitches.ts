import type { Context } from "../../../core/context.ts";
import type { Device } from "../../../core/device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { SettingName } from "./catalogue.ts";
import { getSettings, type Settings } from "../setting.service.ts";

/** Settings that are a switch for each kind of device. */
export type DeviceSwitch = Extract<
  SettingName,
  "site_manage" | "site_anonymous" | "site_comment" | "site_personalletter"
>;

/** The numbers of devices within a setting. */
const DEVICES: Readonly<Record<number, Device>> = { 1: "pc", 2: "h5", 3: "mini" };

/** Devices for which a setting is switched off; a value that is no list of switches switches nothing off. */
export function devicesOff(settings: Settings, name: DeviceSwitch): Device[] {
  const switches = JSON.parse(settings[name] || "[]") as unknown;
  if (!Array.isArray(switches)) return [];
  return switches.flatMap((item: unknown) => {
    const { key, value } = (item ?? {}) as { key?: unknown; value?: unknown };
    const device = value === false ? DEVICES[Number(key)] : undefined;
    return device ? [device] : [];
  });
}

/** Whether something is switched off for the device of the request; the program itself holds none. */
export async function isOffHere(ctx: Context, name: DeviceSwitch): Promise<boolean> {
  return ctx.device !== null && devicesOff(await getSettings(ctx), name).includes(ctx.device);
}

/** @throws {DomainError} FORBIDDEN where it is switched off for the device of the request, whoever asks. */
export async function refuseIfOffHere(ctx: Context, name: DeviceSwitch): Promise<void> {
  if (!(await isOffHere(ctx, name))) return;
  throw new DomainError("FORBIDDEN", {
    text: { zh: "此设备上暂未开放该功能", en: "The site does not offer this on your device." },
  });
}
