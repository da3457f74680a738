import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";

/** Way in which the site talks to WeChat: each has an id and a secret of its own. */
export type WechatAppKind = "official" | "openPlatform" | "miniProgram";

/** An app of the site at WeChat. */
export interface WechatApp {
  readonly kind: WechatAppKind;
  readonly appId: string;
  readonly appSecret: string;
  /** Address of the interface, without a slash at its end. */
  readonly apiBase: string;
  /** Address of the pages on which people agree, without a slash at its end. */
  readonly authorizeBase: string;
  /** The local emulator stands in for WeChat. */
  readonly isEmulated: boolean;
}

/** Pages and interface of the local emulator, outside production. */
export const WECHAT_EMULATOR_PATH = "/dev/wechat";
/** Secret of every app at the emulator. */
export const EMULATED_SECRET = "emulated-secret";

const SWITCHES = {
  official: [
    "wx_offiaccount.offiaccount_close",
    "wx_offiaccount.offiaccount_app_id",
    "wx_offiaccount.offiaccount_app_secret",
  ],
  openPlatform: [
    "wx_oplatform.oplatform_close",
    "wx_oplatform.oplatform_app_id",
    "wx_oplatform.oplatform_app_secret",
  ],
  miniProgram: [
    "wx_miniprogram.miniprogram_close",
    "wx_miniprogram.miniprogram_app_id",
    "wx_miniprogram.miniprogram_app_secret",
  ],
} as const;

/** Gives the id of an app at the emulator. */
export function emulatedAppId(kind: WechatAppKind): string {
  return `emulated-${kind}`;
}

/**
 * Gives an app of the site once it is switched on and complete; outside production the emulator stands in for what is
 * switched on and not complete. Null while it is switched off, or cannot be used.
 */
export async function findWechatApp(ctx: Context, kind: WechatAppKind): Promise<WechatApp | null> {
  const settings = await getSettings(ctx);
  const [isOn, appId, appSecret] = SWITCHES[kind].map((name) => settings[name]);
  if (isOn !== "1") return null;
  const base = (address: string): string => address.replace(/\/{1,9}$/, "");
  const apiBase = base(settings["wx_offiaccount.offiaccount_api_base"]);
  const authorizeBase = base(settings["wx_offiaccount.offiaccount_authorize_base"]);
  if (appId && appSecret && apiBase && authorizeBase)
    return { kind, appId, appSecret, apiBase, authorizeBase, isEmulated: false };
  if (ctx.services.isProduction) return null;
  const emulator = ctx.services.publicUrl + WECHAT_EMULATOR_PATH;
  return {
    kind,
    appId: emulatedAppId(kind),
    appSecret: EMULATED_SECRET,
    apiBase: emulator,
    authorizeBase: emulator,
    isEmulated: true,
  };
}

/** True if browsers can sign in by WeChat. */
export async function isWechatOffered(ctx: Context): Promise<boolean> {
  return (
    (await findWechatApp(ctx, "official")) !== null || (await findWechatApp(ctx, "openPlatform")) !== null
  );
}
