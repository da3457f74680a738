import type { Context } from "../../../core/context.ts";
import { getSettings, type Settings } from "../../settings/setting.service.ts";
import { PaymentProviderKind } from "../payment.entity.ts";
import { alipayProvider } from "./alipay.ts";
import type { PaymentProvider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";
import { stripeProvider } from "./stripe.ts";
import { wechatPayProvider } from "./wechatPay.ts";

/** Makes a provider from the settings; null while it is off or its settings are incomplete. */
type Maker = (ctx: Context, settings: Settings) => PaymentProvider | null;

const MAKERS: Readonly<Record<PaymentProviderKind, Maker>> = {
  [PaymentProviderKind.ALIPAY](_ctx, all) {
    const settings = {
      appId: all["alipay.alipay_app_id"],
      privateKey: all["alipay.alipay_private_key"],
      alipayPublicKey: all["alipay.alipay_public_key"],
      gateway: all["alipay.alipay_gateway"],
    };
    return isComplete(all["alipay.alipay_on"], settings) ? alipayProvider(settings) : null;
  },
  [PaymentProviderKind.WECHAT](_ctx, all) {
    const settings = {
      appId: all["wxpay.app_id"],
      merchantId: all["wxpay.mch_id"],
      certificateNumber: all["wxpay.serialNo"],
      privateKey: all["wxpay.wxpay_private_key"],
      apiKey: all["wxpay.apiKeyV3"],
      publicKeyId: all["wxpay.wxpay_public_key_id"],
      publicKey: all["wxpay.wxpay_public_key"],
      endpoint: all["wxpay.wxpay_api_base"],
    };
    return isComplete(all["wxpay.wxpay_close"], settings) ? wechatPayProvider(settings) : null;
  },
  [PaymentProviderKind.STRIPE](_ctx, all) {
    const settings = {
      secretKey: all["stripe.stripe_secret_key"],
      webhookSecret: all["stripe.stripe_webhook_secret"],
      endpoint: all["stripe.stripe_endpoint"],
    };
    return isComplete(all["stripe.stripe_on"], settings) ? stripeProvider(settings) : null;
  },
  [PaymentProviderKind.SANDBOX]: ({ services }) => (services.isProduction ? null : sandboxProvider(services)),
};

/** Gives a provider; null if the site has not connected it. */
export async function findProvider(ctx: Context, kind: PaymentProviderKind): Promise<PaymentProvider | null> {
  return MAKERS[kind](ctx, await getSettings(ctx));
}

/** Lists the providers that the site has connected, in the order in which they are offered. */
export async function listProviders(ctx: Context): Promise<PaymentProviderKind[]> {
  const settings = await getSettings(ctx);
  return (Object.keys(MAKERS) as PaymentProviderKind[]).filter(
    (kind) => MAKERS[kind](ctx, settings) !== null,
  );
}

function isComplete(isOn: string, settings: Readonly<Record<string, string>>): boolean {
  return isOn === "1" && Object.values(settings).every(Boolean);
}
