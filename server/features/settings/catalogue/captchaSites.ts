import { isLoopback } from "../statistics/reportHosts.ts";
import type { Settings } from "../setting.service.ts";

/** Settings without which Tencent's captcha cannot be asked. */
const TENCENT = [
  "qcloud.qcloud_secret_id",
  "qcloud.qcloud_secret_key",
  "qcloud.qcloud_captcha_app_id",
  "qcloud.qcloud_captcha_secret_key",
  "qcloud.qcloud_captcha_endpoint",
] as const;

/** True if a site asks Tencent's captcha: it is switched on, and nothing is missing. */
export function isTencentCaptcha(settings: Pick<Settings, CaptchaSetting>): boolean {
  const isOn = settings["qcloud.qcloud_close"] === "1" && settings["qcloud.qcloud_captcha"] === "1";
  return isOn && TENCENT.every((name) => settings[name] !== "");
}

/** Settings that decide between the captchas. */
export type CaptchaSetting = (typeof TENCENT)[number] | "qcloud.qcloud_close" | "qcloud.qcloud_captcha";

/** True if browsers can solve our own captchas on a site: they compute for https alone, and for their own machine. */
export function isSolvableAt(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || isLoopback(hostname);
}
