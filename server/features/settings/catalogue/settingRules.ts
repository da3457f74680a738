import { isIPv4 } from "node:net";
import { IsNull, Not } from "typeorm";
import { checkAccent } from "../accent/accent.service.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseAmount } from "../../../core/money.ts";
import type { SettingsDifference } from "../../../core/hooks.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../../../core/viewer.ts";
import { settingAt, type SettingName } from "./catalogue.ts";
import { isSolvableAt, isTencentCaptcha } from "./captchaSites.ts";
import { checkReactions } from "./reactions.ts";
import { checkTimeZone } from "./timeZone.ts";
import { isLoopback, isReportAllowed, ownOrigins, reportHosts } from "../statistics/reportHosts.ts";
import type { NewValues } from "../save.service.ts";
import type { Settings } from "../setting.service.ts";
import { SecondFactor } from "../../auth/second-factor/secondFactor.entity.ts";
import { User } from "../../users/user.entity.ts";

/** Tenths that author and platform share (legacy-facts 2.2). */
const SCALE_SUM = 10;
/** Least price of joining a paid site: 0.10 (legacy-facts 4.14). */
const JOIN_PRICE_MIN_CENTS = 10;
/** Answer to legacy clients if the shares do not add up to ten. */
export const SCALES_DIFFER = "scale_sum_not_10";
/** Features that need the cloud API to be on. */
const NEEDS_CLOUD: ReadonlySet<string> = new Set([
  "qcloud.qcloud_cms_text",
  "qcloud.qcloud_cms_image",
  "qcloud.qcloud_faceid",
  "qcloud.qcloud_cos",
  "qcloud.qcloud_sms",
  "qcloud.qcloud_captcha",
  "qcloud.qcloud_vod",
]);
/** Value of `register_type` for sites whose new members register by phone. */
export const BY_PHONE = "1";
/** Value of `register_type` for sites whose new members register by WeChat. */
export const BY_WECHAT = "2";
/** Switches of the ways in which browsers sign in by WeChat. */
const WECHAT_SWITCHES = ["wx_offiaccount.offiaccount_close", "wx_oplatform.oplatform_close"] as const;
/** Lengths of prefixes that a network of the setting may have. */
const PREFIX_LENGTH = /^(?:8|9|[12]\d|30)$/;
const IMAGE_PATH = /^$|^\/files\/site\/[\w/-]+\.(png|jpg|webp|gif)$/;

/**
 * Checks the rules between settings (legacy-facts 2.2).
 * @throws {DomainError} INVALID_PARAMETER naming the key; FORBIDDEN for settings of the owner.
 */
export async function checkRules(ctx: Context, newValues: NewValues, before: Settings): Promise<void> {
  const reactions = newValues.get("site_reactions");
  if (reactions) checkReactions(reactions.value);
  const timeZone = newValues.get("site_time_zone");
  if (timeZone) checkTimeZone(timeZone.value);
  const newValue = (name: SettingName): string | undefined => newValues.get(name)?.value;
  const result = (name: SettingName): string => newValue(name) ?? before[name];

  if (newValue("site_author_scale") !== undefined || newValue("site_master_scale") !== undefined) {
    if (Number(newValue("site_author_scale") ?? 0) + Number(newValue("site_master_scale") ?? 0) !== SCALE_SUM)
      throw new DomainError("INVALID_PARAMETER", {
        field: "site_author_scale",
        text: { zh: "作者与平台的分成之和必须为 10", en: "Both shares together must be 10." },
        data: SCALES_DIFFER,
      });
  }
  checkCash(result);
  if (newValue("site_mode") === "pay" || newValue("site_price") !== undefined)
    if (result("site_mode") === "pay") checkJoinPrice(result("site_price"));
  for (const { setting, value } of newValues.values()) {
    if (NEEDS_CLOUD.has(setting.name) && value === "1" && result("qcloud.qcloud_close") !== "1")
      throw invalid(setting.key, "请先开启云API", "Switch on the cloud API first.");
  }
  checkContentService(newValues, result);
  if (newValue("register_type") === BY_PHONE && result("qcloud.qcloud_sms") !== "1")
    throw invalid("register_type", "请先开启短信功能", "Switch on text messages first.");
  if (newValue("register_type") === BY_WECHAT && WECHAT_SWITCHES.every((name) => result(name) !== "1"))
    throw invalid("register_type", "请先开启公众号或开放平台登录", "Switch on sign-in by WeChat first.");
  refuseWithheld(newValues);
  for (const name of ["register_captcha", "sms_captcha"] as const)
    if (newValue(name) === "1") mustBeSolvable(name, resulting(newValues, before), ctx.services.publicUrl);
  if (newValue("admin_second_factor") === "1") await mustHaveSecondFactor(ctx);
  checkAccent(newValue("site_accent") ?? "");
  checkReportHosts(newValue("site_stat_hosts") ?? "", ctx.services.publicUrl);
  if (newValue("inner_net_ip") !== undefined) {
    await mustOwnInnerNet(ctx);
    checkInnerNet(newValue("inner_net_ip")!);
  }
  for (const { setting, value } of newValues.values()) {
    if (setting.definition.kind === "IMAGE" && !IMAGE_PATH.test(value))
      throw invalid(setting.key, "请上传图片", "Upload a picture instead.");
  }
}

/** Settings as they are once the new values are saved. */
function resulting(newValues: NewValues, before: Settings): Settings {
  return { ...before, ...Object.fromEntries([...newValues].map(([name, { value }]) => [name, value])) };
}

/** Refuses captchas for a site whose visitors could not solve any, so that nobody could register. */
function mustBeSolvable(name: SettingName, settings: Settings, publicUrl: string): void {
  if (isTencentCaptcha(settings) || isSolvableAt(publicUrl)) return;
  throw invalid(
    name,
    "浏览器只在 https 网站上完成人机验证：请先启用 https，或使用腾讯云验证码",
    "Browsers solve captchas on https sites alone. Serve the site over https first, or use Tencent's captcha.",
  );
}

/** Refuses to ask a second factor of all administrators for a viewer without one, who would shut themselves out. */
async function mustHaveSecondFactor(ctx: Context): Promise<void> {
  const own = { userId: ctx.viewer.id, confirmedAt: Not(IsNull()) };
  if (await ctx.db.existsBy(SecondFactor, own)) return;
  throw invalid(
    "admin_second_factor",
    "请先在“设置 · 账号”中为自己开启两步验证",
    "First set up a second factor for yourself, in your account settings.",
  );
}

/** Refuses the site's own host, which is always allowed, and a visitor's own machine unless the site itself runs there. */
function checkReportHosts(stored: string, publicUrl: string): void {
  const hosts = reportHosts(stored);
  if (ownOrigins(publicUrl).some((origin) => isReportAllowed(origin, hosts))) {
    throw invalid(
      "site_stat_hosts",
      "无需列出本站的主机，带 * 的主机也不能包含本站",
      "The host of the site itself is not named, and no star stands for it.",
    );
  }
  const local = hosts.find((host) => isLoopback(new URL(host.replace("*.", "")).hostname));
  if (local && !isLoopback(new URL(publicUrl).hostname))
    throw invalid("site_stat_hosts", `不能上报到 ${local}`, `Nothing can be reported to ${local}.`);
}

/** Refuses values that would switch on missing features. @throws {DomainError} INVALID_PARAMETER with the reason. */
export function refuseWithheld(newValues: NewValues): void {
  for (const { setting, value } of newValues.values()) {
    const { withheld } = setting.definition;
    if (withheld?.values.includes(value)) throw invalid(setting.key, withheld.zh, withheld.en);
  }
}

/** Refuses a paid site without a price that can be paid (legacy-facts 2.2). */
function checkJoinPrice(price: string): void {
  const cents = price === "" ? 0 : parseAmount(price, "site_price");
  if (cents < JOIN_PRICE_MIN_CENTS)
    throw invalid("site_price", "付费加入的价格至少为 0.1 元", "Joining a paid site costs at least 0.1.");
}

/** Refuses a service that content cannot be sent to, and settings that it cannot follow. */
function checkContentService(newValues: NewValues, result: (name: SettingName) => string): void {
  const service = result("checks.check_service");
  const isNew = newValues.has("checks.check_service");
  if (isNew && service === "tencent" && result("qcloud.qcloud_close") !== "1")
    throw invalid("check_service", "请先开启云API", "Switch on the cloud API first.");
  const isConcerned = isNew || newValues.has("checks.check_pictures");
  if (isConcerned && service === "aliyun" && result("checks.check_pictures") === "1")
    throw invalid(
      "check_pictures",
      "阿里云只接受公网图片地址，不能审核这里的图片：请关闭图片审核，或换用其他服务",
      "Alibaba Cloud takes public addresses of pictures only. Switch the check of pictures off, or choose another service.",
    );
  for (const name of ENDPOINTS) {
    const { value = "" } = newValues.get(name) ?? {};
    if (value !== "" && !/^https?:\/\/[^/\s]/.test(value))
      throw invalid(
        settingOf(name),
        "地址须以 https:// 或 http:// 开头",
        "The address begins with https:// or http://.",
      );
  }
}

/** Addresses of services that check content. */
const ENDPOINTS = [
  "checks.check_tencent_text_endpoint",
  "checks.check_tencent_picture_endpoint",
  "checks.check_aliyun_endpoint",
  "checks.check_own_url",
] as const;
const settingOf = (name: string): string => name.slice(name.indexOf(".") + 1);

function checkCash(result: (name: SettingName) => string): void {
  const [least, most, perDay] = (["cash_min_sum", "cash_max_sum", "cash_sum_limit"] as const).map((key) =>
    result(`cash.${key}`),
  );
  const ordered = (low = "", high = ""): boolean => low === "" || high === "" || Number(low) <= Number(high);
  if (!ordered(least, most) || !ordered(most, perDay) || !ordered(least, perDay))
    throw invalid("cash_min_sum", "提现金额的上下限有误", "The limits of withdrawals contradict each other.");
}

/**
 * Lets only the first administrator define the inner net; with the predecessor that was member 1.
 * @throws {DomainError} FORBIDDEN for all others.
 */
export async function mustOwnInnerNet(ctx: Context): Promise<void> {
  const admins = { groupId: ADMIN_GROUP_ID, status: UserStatus.NORMAL };
  const ownerId = await ctx.db.minimum(User, "id", admins);
  if (ctx.viewer.id !== Number(ownerId))
    throw new DomainError("FORBIDDEN", {
      text: { zh: "该功能只有超管可编辑", en: "Only the owner may edit this." },
    });
}

function isNetwork(text: string): boolean {
  const [address = "", length = "", ...rest] = text.split("/");
  return rest.length === 0 && isIPv4(address) && PREFIX_LENGTH.test(length);
}

function checkInnerNet(value: string): void {
  const networks = JSON.parse(value) as unknown;
  const fits = Array.isArray(networks) && networks.every((each) => isNetwork(String(each)));
  if (!fits) throw invalid("inner_net_ip", "内网地址格式错误", "Addresses look like 10.0.0.0/8.");
}

/**
 * Adds what follows from switching text messages or WeChat off: nobody could register by them any more (legacy-facts 2.2).
 */
export function addConsequences(newValues: NewValues, before: Settings): void {
  const result = (name: SettingName): string => newValues.get(name)?.value ?? before[name];
  const isSmsOff = newValues.get("qcloud.qcloud_sms")?.value === "0";
  const isWechatOff =
    WECHAT_SWITCHES.some((name) => newValues.has(name)) &&
    WECHAT_SWITCHES.every((name) => result(name) !== "1");
  const registerType = result("register_type");
  const isStranded = (isSmsOff && registerType === BY_PHONE) || (isWechatOff && registerType === BY_WECHAT);
  if (!isStranded) return;
  newValues.set("register_type", { setting: settingAt("default", "register_type")!, value: "0" });
}

/** Gives the restrictions that nobody can meet once the required feature is switched off (legacy-facts 2.2). */
export function unmeetableRights({ before, after }: SettingsDifference): string[] {
  const isTurnedOff = (...names: SettingName[]): boolean =>
    names.some((name) => before[name] === "1") && names.every((name) => after[name] !== "1");
  const rights: string[] = [];
  if (isTurnedOff("qcloud.qcloud_sms")) rights.push("publishNeedBindPhone");
  if (isTurnedOff("wx_offiaccount.offiaccount_close", "wx_miniprogram.miniprogram_close"))
    rights.push("publishNeedBindWechat");
  return rights;
}
