import { amount, flag, secret, text } from "./settingKinds.ts";

/** Settings of top-ups and of the providers that bring money from outside. */
export const PAYMENT_SETTINGS = {
  topup: {
    topup_min_sum: amount("payment", "单次充值最低（元）", "Least top-up", "", 0, 100_000),
    topup_max_sum: amount("payment", "单次充值最高（元）", "Greatest top-up", "", 0, 100_000),
  },
  alipay: {
    alipay_on: flag("payment", "支付宝", "Alipay is on", "0"),
    alipay_app_id: text("payment", "支付宝应用编号", "App id at Alipay").max(100),
    alipay_private_key: secret("payment", "应用私钥", "Private key of the app").max(4000),
    alipay_public_key: secret("payment", "支付宝公钥", "Public key of Alipay").max(2000),
    alipay_gateway: text(
      "payment",
      "支付宝网关",
      "Gateway of Alipay",
      "https://openapi.alipay.com/gateway.do",
    ).max(255),
  },
  wxpay: {
    wxpay_close: flag("payment", "微信支付", "WeChat Pay is on", "0").open(),
    mch_id: text("payment", "商户号", "Merchant id").max(100),
    app_id: secret("payment", "应用编号", "App id"),
    serialNo: text("payment", "商户证书序列号", "Number of the merchant's certificate").max(100),
    wxpay_private_key: secret("payment", "商户私钥", "Private key of the merchant").max(4000),
    apiKeyV3: secret("payment", "APIv3 密钥", "API key v3"),
    wxpay_public_key_id: text("payment", "微信支付公钥 ID", "Id of WeChat Pay's public key").max(100),
    wxpay_public_key: secret("payment", "微信支付公钥", "Public key of WeChat Pay").max(2000),
    wxpay_api_base: text(
      "payment",
      "微信支付接口地址",
      "Address of WeChat Pay",
      "https://api.mch.weixin.qq.com",
    ).max(255),
    wxpay_ios: flag("payment", "iOS 支付", "WeChat Pay on iOS", "0").open().legacyOnly(),
    wxpay_mchpay_close: flag("payment", "企业付款", "Payouts by WeChat", "0").open().legacyOnly(),
    wxpay_mchpay_close2: flag("payment", "企业付款（新）", "Payouts by WeChat (new)", "0")
      .open()
      .legacyOnly(),
    api_key: secret("payment", "支付密钥", "API key").legacyOnly(),
    app_secret: secret("payment", "应用密钥", "App secret").legacyOnly(),
  },
  stripe: {
    stripe_on: flag("payment", "Stripe", "Stripe is on", "0"),
    stripe_secret_key: secret("payment", "Stripe 密钥", "Secret key of Stripe"),
    stripe_webhook_secret: secret("payment", "Stripe 通知密钥", "Signing secret of Stripe's notifications"),
    stripe_endpoint: text("payment", "Stripe 接口地址", "Address of Stripe", "https://api.stripe.com").max(
      255,
    ),
  },
} as const;
