import type { Permission } from "../../core/permissions.ts";
import type { SettingName } from "../settings/catalogue/catalogue.ts";
import type { Settings } from "../settings/setting.service.ts";

/** Fields of the legacy answer about the forum (legacy-facts 3.2) and the settings that they show. */

type Convert = (value: string) => unknown;
/** A setting as it is stored, or with a conversion. */
type Source = SettingName | readonly [name: SettingName, convert: Convert];
/** Settings by the legacy names of their fields. */
export type SettingFields = Readonly<Record<string, Source>>;

const isOn: Convert = (value) => value === "1";
const toJson: Convert = (value) => JSON.parse(value) as unknown;
const toList: Convert = (value) => value.split(",").filter(Boolean);

/** Fields of `setSite`. */
export const SITE_FIELDS = {
  siteName: "site_name",
  siteTitle: "site_title",
  siteKeywords: "site_keywords",
  siteIntroduction: "site_introduction",
  siteMode: "site_mode",
  openExtFields: "open_ext_fields",
  siteClose: ["site_close", isOn],
  siteCloseMsg: "site_close_msg",
  siteStat: "site_stat",
  siteRecord: "site_record",
  siteRecordCode: "site_record_code",
  siteMasterScale: "site_master_scale",
  siteOpenSort: ["site_open_sort", Number],
  openViewCount: "open_view_count",
  sitePayGroupClose: "site_pay_group_close",
  siteCharge: ["site_charge", Number],
  siteTitles: ["site_titles", Number],
  siteFabu: ["site_fabu", Number],
  siteRewards: ["site_rewards", toJson],
  siteAreward: ["site_areward", toJson],
  siteRedpacket: ["site_redpacket", toJson],
  siteAnonymous: ["site_anonymous", toJson],
  sitePersonalletter: ["site_personalletter", toJson],
  siteShop: ["site_shop", toJson],
  sitePay: ["site_pay", toJson],
  siteUsergroup: ["site_usergroup", toJson],
  siteRecharges: ["site_recharges", toJson],
  siteWithdrawal: ["site_withdrawal", toJson],
  siteComment: ["site_comment", toJson],
  siteManage: ["site_manage", toJson],
} as const satisfies SettingFields;

/** Fields of `setSite` that hold the address of a picture. */
export const PICTURE_FIELDS = {
  siteFavicon: "favicon",
  siteLogo: "logo",
  siteHeaderLogo: "header_logo",
  siteBackgroundImage: "background_image",
} as const satisfies Readonly<Record<string, SettingName>>;

/** Fields of `setSite` for administrators. */
export const SITE_ADMIN_FIELDS = {
  siteAuthorScale: "site_author_scale",
  usernameBout: ["username_bout", Number],
  miniprogramVideo: ["wx_miniprogram.miniprogram_video", isOn],
} as const satisfies SettingFields;

/** Fields of `setSite` where joining costs something. */
export const SITE_PRICE_FIELDS = {
  sitePrice: "site_price",
  siteExpire: "site_expire",
} as const satisfies SettingFields;

/** Fields of `setReg`. */
export const REGISTER_FIELDS = {
  registerClose: ["register_close", isOn],
  registerValidate: ["register_validate", isOn],
  registerCaptcha: ["register_captcha", isOn],
  passwordLength: ["password_length", Number],
  passwordStrength: ["password_strength", toList],
  registerType: ["register_type", Number],
  isNeedTransition: ["is_need_transition", isOn],
} as const satisfies SettingFields;

/** Fields of `passport`. */
export const PASSPORT_FIELDS = {
  offiaccountOpen: ["wx_offiaccount.offiaccount_close", isOn],
  miniprogramOpen: ["wx_miniprogram.miniprogram_close", isOn],
} as const satisfies SettingFields;

/** Fields of `paycenter`. */
export const PAYMENT_FIELDS = {
  wxpayClose: ["wxpay.wxpay_close", isOn],
  wxpayIos: ["wxpay.wxpay_ios", isOn],
  wxpayMchpayClose: ["wxpay.wxpay_mchpay_close", isOn],
  wxpayMchpayClose2: ["wxpay.wxpay_mchpay_close2", isOn],
} as const satisfies SettingFields;

/** Fields of `setAttach`. */
export const ATTACHMENT_FIELDS = {
  supportImgExt: "support_img_ext",
  supportFileExt: "support_file_ext",
  supportMaxSize: ["support_max_size", Number],
  supportMaxDownloadNum: ["support_max_download_num", Number],
  supportMaxUploadAttachmentNum: ["support_max_upload_attachment_num", Number],
  maxUploadAttachmentNum: ["support_max_upload_attachment_num", Number],
} as const satisfies SettingFields;

/** Fields of `qcloud`. */
export const CLOUD_FIELDS = {
  qcloudClose: ["qcloud.qcloud_close", isOn],
  qcloudSms: ["qcloud.qcloud_sms", isOn],
  qcloudCos: ["qcloud.qcloud_cos", isOn],
  qcloudFaceid: ["qcloud.qcloud_faceid", isOn],
  qcloudVod: ["qcloud.qcloud_vod", isOn],
  qcloudAppId: "qcloud.qcloud_app_id",
  qcloudCosDocPreview: ["qcloud.qcloud_cos_doc_preview", isOn],
  vodAutoPlay: ["qcloud.qcloud_vod_auto_play", isOn],
} as const satisfies SettingFields;

/** Fields of `setCash`. */
export const CASH_FIELDS = {
  cashRate: "cash.cash_rate",
  cashMinSum: "cash.cash_min_sum",
} as const satisfies SettingFields;

/** Fields of `setCash` for administrators. */
export const CASH_ADMIN_FIELDS = {
  cashIntervalTime: "cash.cash_interval_time",
  cashMaxSum: "cash.cash_max_sum",
  cashSumLimit: "cash.cash_sum_limit",
} as const satisfies SettingFields;

/** Fields of `other`. */
export const OTHER_FIELDS = {
  threadTab: ["thread_tab", Number],
  threadOptimize: ["thread_optimize", isOn],
} as const satisfies SettingFields;

/** Fields of `lbs`. */
export const POSITION_FIELDS = {
  lbs: ["lbs.lbs", isOn],
  qqLbsKey: "lbs.qq_lbs_key",
} as const satisfies SettingFields;

/** Fields of `ucenter`. */
export const UCENTER_FIELDS = { ucenter: ["ucenter.ucenter", isOn] } as const satisfies SettingFields;

/** Fields of `agreement`. */
export const AGREEMENT_FIELDS = {
  privacy: ["agreement.privacy", isOn],
  privacyContent: "agreement.privacy_content",
  register: ["agreement.register", isOn],
  registerContent: "agreement.register_content",
} as const satisfies SettingFields;

/** Fields of `other` that are true for members with a permission. */
export const ABILITY_FIELDS = {
  canCreateDialog: "dialog.create",
  canInviteUserScale: "other.canInviteUserScale",
  canInsertThreadAttachment: "thread.insertAttachment",
  canInsertThreadImage: "thread.insertImage",
  canInsertThreadPosition: "thread.insertPosition",
  canInsertThreadPaid: "thread.insertPay",
  canInsertThreadVideo: "thread.insertVideo",
  canInsertThreadAudio: "thread.insertAudio",
  canInsertThreadGoods: "thread.insertGoods",
  canInsertThreadReward: "thread.insertReward",
  canInsertThreadRedPacket: "thread.insertRedPacket",
  canInsertThreadVote: "thread.insertVote",
  canInsertThreadAnonymous: "thread.allowAnonymous",
} as const satisfies Readonly<Record<string, Permission>>;

/** Fields of `other` that are true for members of groups with a restriction; never for administrators. */
export const RESTRICTION_FIELDS = {
  createThreadWithCaptcha: "createThreadWithCaptcha",
  publishNeedBindPhone: "publishNeedBindPhone",
  publishNeedBindWechat: "publishNeedBindWechat",
} as const satisfies Readonly<Record<string, Permission>>;

/** Shows settings under their legacy names. */
export function settingsAs(fields: SettingFields, settings: Settings): Record<string, unknown> {
  return fieldsOf(fields, (source) =>
    typeof source === "string" ? settings[source] : source[1](settings[source[0]]),
  );
}

/** Builds an object from a table of its fields. */
export function fieldsOf<T>(
  fields: Readonly<Record<string, T>>,
  read: (source: T) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, source]) => [name, read(source)]));
}
