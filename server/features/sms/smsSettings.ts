import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";

/** Account and app at Tencent Cloud. */
export interface SmsSettings {
  readonly secretId: string;
  readonly secretKey: string;
  readonly appId: string;
  readonly signName: string;
  readonly endpoint: string;
  readonly region: string;
}

/** True if the site wants text messages, whether or not it can send any. */
export async function isSmsSwitchedOn(ctx: Context): Promise<boolean> {
  const all = await getSettings(ctx);
  return all["qcloud.qcloud_close"] === "1" && all["qcloud.qcloud_sms"] === "1";
}

/** Gives the settings of text messages; null until they are complete. */
export async function smsSettings(ctx: Context): Promise<SmsSettings | null> {
  const all = await getSettings(ctx);
  const settings = {
    secretId: all["qcloud.qcloud_secret_id"],
    secretKey: all["qcloud.qcloud_secret_key"],
    appId: all["qcloud.qcloud_sms_app_id"],
    signName: all["qcloud.qcloud_sms_sign"],
    endpoint: all["qcloud.qcloud_sms_endpoint"],
    region: all["qcloud.qcloud_sms_region"],
  };
  return Object.values(settings).every(Boolean) ? settings : null;
}
