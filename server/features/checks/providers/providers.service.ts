import type { Context } from "../../../core/context.ts";
import { getSettings, type Settings } from "../../settings/setting.service.ts";
import type { ContentChecker } from "../checker.ts";
import { aliyunChecker } from "./aliyun.ts";
import { ownChecker } from "./own.ts";
import { tencentChecker } from "./tencent.ts";

/** Gives the service of the settings; null while none is chosen, and until its settings are complete. */
export async function findChecker(ctx: Context): Promise<ContentChecker | null> {
  const settings = await getSettings(ctx);
  switch (settings["checks.check_service"]) {
    case "tencent":
      return tencent(settings);
    case "aliyun":
      return aliyun(settings);
    case "own":
      return own(ctx, settings);
    default:
      return null;
  }
}

function tencent(settings: Settings): ContentChecker | null {
  if (settings["qcloud.qcloud_close"] !== "1") return null;
  const account = {
    secretId: settings["qcloud.qcloud_secret_id"],
    secretKey: settings["qcloud.qcloud_secret_key"],
    textEndpoint: settings["checks.check_tencent_text_endpoint"],
    pictureEndpoint: settings["checks.check_tencent_picture_endpoint"],
    region: settings["checks.check_tencent_region"],
  };
  const bizType = settings["checks.check_tencent_biz_type"];
  return isComplete(account) ? tencentChecker({ ...account, bizType }) : null;
}

function aliyun(settings: Settings): ContentChecker | null {
  const account = {
    keyId: settings["checks.check_aliyun_key_id"],
    keySecret: settings["checks.check_aliyun_key_secret"],
    endpoint: settings["checks.check_aliyun_endpoint"],
    serviceCode: settings["checks.check_aliyun_service_code"],
  };
  return isComplete(account) ? aliyunChecker(account) : null;
}

function own(ctx: Context, settings: Settings): ContentChecker | null {
  const account = { url: settings["checks.check_own_url"], secret: settings["checks.check_own_secret"] };
  return isComplete(account) ? ownChecker(ctx, account) : null;
}

const isComplete = (settings: object): boolean => Object.values(settings).every(Boolean);
