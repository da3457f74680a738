import type { SettingName } from "./catalogue.ts";

/** A sentence in both languages. */
export interface Sentence {
  readonly zh: string;
  readonly en: string;
}

/** Sentences on the settings of top-ups, of the providers of payments, and of withdrawals. */
export const MONEY_HELP: Partial<Readonly<Record<SettingName, Sentence>>> = {
  "topup.topup_min_sum": {
    zh: "一次至少充值多少元；不填为 1。",
    en: "Least amount of one top-up; 1 if empty.",
  },
  "topup.topup_max_sum": {
    zh: "一次最多充值多少元；不填为 5000。",
    en: "Greatest amount of one top-up; 5000 if empty.",
  },
  "alipay.alipay_on": {
    zh: "打开并填完以下各项后，成员可以用支付宝付款（电脑网站和手机网站支付）。",
    en: "With the fields below complete, members may pay by Alipay, on desks and phones.",
  },
  "alipay.alipay_app_id": {
    zh: "支付宝开放平台应用的 APPID。",
    en: "The APPID of the app on Alipay's open platform.",
  },
  "alipay.alipay_private_key": {
    zh: "应用的 RSA2 私钥，签名每个请求；保存后不再显示。",
    en: "The RSA2 key that signs every request; never shown again once saved.",
  },
  "alipay.alipay_public_key": {
    zh: "开放平台上“支付宝公钥”一栏，用来核对支付宝的通知；不是应用公钥。",
    en: "Named “Alipay public key” on the open platform; proves that notifications are Alipay's. Not that of the app.",
  },
  "alipay.alipay_gateway": {
    zh: "支付宝沙箱环境有自己的网关地址；一般不用改。",
    en: "Alipay's own sandbox has another one; usually left as it is.",
  },
  "wxpay.wxpay_close": {
    zh: "打开并填完以下各项后，成员可以用微信支付付款：电脑上扫码，手机上打开微信（H5 支付）。",
    en: "With the fields below complete, members may pay by WeChat: a code on desks, WeChat itself on phones (H5).",
  },
  "wxpay.mch_id": { zh: "商户平台上的商户号。", en: "The merchant's number on the merchant platform." },
  "wxpay.app_id": {
    zh: "与商户号绑定的公众号或应用的 APPID。",
    en: "The APPID of the account or app that is bound to the merchant.",
  },
  "wxpay.serialNo": {
    zh: "商户 API 证书的序列号，在“账户中心 – API 安全”中查看。",
    en: "The serial number of the merchant's API certificate, under “API security”.",
  },
  "wxpay.wxpay_private_key": {
    zh: "商户 API 证书的私钥（apiclient_key.pem 的内容）；保存后不再显示。",
    en: "The key of that certificate (what apiclient_key.pem holds); never shown again once saved.",
  },
  "wxpay.apiKeyV3": {
    zh: "32 位的 APIv3 密钥，用来解开微信支付的通知；保存后不再显示。",
    en: "The key of 32 characters that opens the notifications of WeChat Pay; never shown again once saved.",
  },
  "wxpay.wxpay_public_key_id": {
    zh: "以 PUB_KEY_ID_ 开头，与下面的公钥一起在“API 安全”中获取。",
    en: "Begins with PUB_KEY_ID_; stands beside the public key under “API security”.",
  },
  "wxpay.wxpay_public_key": {
    zh: "微信支付公钥（pub_key.pem 的内容），用来核对微信支付的回应和通知。",
    en: "What pub_key.pem holds; proves that answers and notifications are WeChat Pay's.",
  },
  "wxpay.wxpay_api_base": { zh: "一般不用改。", en: "Usually left as it is." },
  "stripe.stripe_on": {
    zh: "打开并填完以下各项后，成员可以用银行卡付款；币种为人民币。",
    en: "With the fields below complete, members may pay by card, in CNY.",
  },
  "stripe.stripe_secret_key": {
    zh: "Stripe 后台的 Secret key，以 sk_ 开头；保存后不再显示。",
    en: "The secret key of the dashboard, beginning with sk_; never shown again once saved.",
  },
  "stripe.stripe_webhook_secret": {
    zh: "在 Stripe 后台把通知发往 /api/payments/stripe/notify，再填那里给出的 whsec_ 密钥。",
    en: "Send Stripe's events to /api/payments/stripe/notify and give the whsec_ secret named there.",
  },
  "stripe.stripe_endpoint": {
    zh: "经过中转时填中转的地址；一般不用改。",
    en: "The address of a relay, if there is one; usually left as it is.",
  },
  "cash.cash_interval_time": {
    zh: "两次提现申请之间至少相隔的天数；不填不限制。",
    en: "Days between two withdrawals of a member; empty for none.",
  },
  "cash.cash_rate": {
    zh: "提现手续费，例如 0.006 是 0.6%，不足一分按一分算；不填不收费。",
    en: "Fee of withdrawals: 0.006 is 0.6 %, rounded up to the next cent; empty for none.",
  },
  "cash.cash_min_sum": {
    zh: "一次至少提现多少元；不填为 0.01。",
    en: "Least amount of one withdrawal; 0.01 if empty.",
  },
  "cash.cash_max_sum": {
    zh: "一次最多提现多少元；不填为 5000。",
    en: "Greatest amount of one withdrawal; 5000 if empty.",
  },
  "cash.cash_sum_limit": {
    zh: "每名成员每天（UTC）最多提现多少元；不填为 5000。",
    en: "What a member may withdraw per day (UTC); 5000 if empty.",
  },
};
