import { generateKeyPairSync, createVerify } from "node:crypto";
import { begin } from "../payments/till.ts";
import type { Scene, Values } from "./effectScene.ts";
import type { Row, Rows } from "./effectsOnSite.ts";

/** Settings of top-ups and of the providers that bring money. */

const NOT_THEN_OFFERED = [false, true] as const;
const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const [ONE, OTHER] = [pair(), pair()];
const ALIPAY: Values = {
  "alipay.alipay_on": "1",
  "alipay.alipay_app_id": "2021000000000001",
  "alipay.alipay_private_key": ONE.privateKey,
  "alipay.alipay_public_key": OTHER.publicKey,
};
const STRIPE: Values = {
  "stripe.stripe_on": "1",
  "stripe.stripe_secret_key": "sk_test_secret",
  "stripe.stripe_webhook_secret": "whsec_secret",
};
const WECHAT: Values = {
  "wxpay.wxpay_close": "1",
  "wxpay.mch_id": "1900000001",
  "wxpay.app_id": "wx0000000000000001",
  "wxpay.serialNo": "3775B6A45ACD5888",
  "wxpay.wxpay_private_key": ONE.privateKey,
  "wxpay.apiKeyV3": "0123456789abcdef0123456789ABCDEF",
  "wxpay.wxpay_public_key_id": "PUB_KEY_ID_01",
  "wxpay.wxpay_public_key": OTHER.publicKey,
};
const switchesBut = (off: number | null) =>
  JSON.stringify([1, 2, 3].map((key) => ({ key, desc: String(key), value: key !== off })));

async function termsOf({ member }: Scene): Promise<Record<string, unknown>> {
  return (await member.graphql(`{ topUpTerms { viewerCanTopUp providers leastCents mostCents } }`))
    .topUpTerms;
}

/** A row about what a member is told before a top-up. */
const terms =
  (field: string, values: Row["values"], seen: Row["seen"]) =>
  (scene: Scene): Row => ({ values, look: async () => (await termsOf(scene))[field], seen });

/** A row about whether a provider is offered. */
const offers =
  (provider: string, given: Values, values: Row["values"]) =>
  (scene: Scene): Row => ({
    values,
    given,
    look: async () => ((await termsOf(scene))["providers"] as string[]).includes(provider),
    seen: NOT_THEN_OFFERED,
  });

/** A row about the address where payers of Alipay are sent. */
const sent =
  (values: Row["values"], seen: Row["seen"], look: (address: URL) => unknown) =>
  (scene: Scene): Row => ({
    values,
    given: ALIPAY,
    look: async () => {
      const { redirectUrl } = await begin(scene.member, { provider: "ALIPAY" });
      return look(new URL(redirectUrl!));
    },
    seen,
  });

function isSignedBy(publicKey: string, address: URL): boolean {
  const { sign = "", ...values } = Object.fromEntries(address.searchParams);
  const text = Object.keys(values)
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .join("&");
  return createVerify("RSA-SHA256").update(text).verify(publicKey, sign, "base64");
}

/** A row for each setting of payments. */
export const PAYMENT_ROWS: Rows = {
  site_recharges: terms("viewerCanTopUp", [switchesBut(null), switchesBut(1)], [true, false]),
  "topup.topup_min_sum": terms("leastCents", ["", "2"], [100, 200]),
  "topup.topup_max_sum": terms("mostCents", ["", "12.5"], [500_000, 1_250]),
  "alipay.alipay_on": offers("ALIPAY", ALIPAY, ["0", "1"]),
  "alipay.alipay_public_key": offers("ALIPAY", ALIPAY, ["", OTHER.publicKey]),
  "alipay.alipay_app_id": sent(["2021one", "2021two"], ["2021one", "2021two"], ({ searchParams }) =>
    searchParams.get("app_id"),
  ),
  "alipay.alipay_private_key": sent([ONE.privateKey, OTHER.privateKey], [true, false], (address) =>
    isSignedBy(ONE.publicKey, address),
  ),
  "alipay.alipay_gateway": sent(
    ["https://one.example.org/gateway.do", "https://two.example.org/gateway.do"],
    ["one.example.org", "two.example.org"],
    ({ host }) => host,
  ),
  "wxpay.wxpay_close": offers("WECHAT", WECHAT, ["0", "1"]),
  "wxpay.mch_id": offers("WECHAT", WECHAT, ["", "1900000001"]),
  "wxpay.app_id": offers("WECHAT", WECHAT, ["", "wx0000000000000001"]),
  "wxpay.serialNo": offers("WECHAT", WECHAT, ["", "3775B6A45ACD5888"]),
  "wxpay.wxpay_private_key": offers("WECHAT", WECHAT, ["", ONE.privateKey]),
  "wxpay.apiKeyV3": offers("WECHAT", WECHAT, ["", "0123456789abcdef0123456789ABCDEF"]),
  "wxpay.wxpay_public_key_id": offers("WECHAT", WECHAT, ["", "PUB_KEY_ID_01"]),
  "wxpay.wxpay_public_key": offers("WECHAT", WECHAT, ["", OTHER.publicKey]),
  "wxpay.wxpay_api_base": offers("WECHAT", WECHAT, ["", "https://relay.example.org"]),
  "stripe.stripe_on": offers("STRIPE", STRIPE, ["0", "1"]),
  "stripe.stripe_secret_key": offers("STRIPE", STRIPE, ["", "sk_test_secret"]),
  "stripe.stripe_webhook_secret": offers("STRIPE", STRIPE, ["", "whsec_secret"]),
  "stripe.stripe_endpoint": offers("STRIPE", STRIPE, ["", "https://relay.example.org"]),
};
