import type { Wechatpay } from "wechatpay-axios-plugin";
import {
  PaymentError,
  type Notification,
  type OpenedPayment,
  type PaymentProvider,
  type PaymentReport,
  type PaymentRequest,
  type RefundRequest,
  type ReportedState,
} from "./provider.ts";
import { readRsaKey } from "./rsaKey.ts";

/** Merchant at WeChat Pay. */
export interface WechatPaySettings {
  readonly appId: string;
  readonly merchantId: string;
  /** Serial number of the merchant's certificate. */
  readonly certificateNumber: string;
  /** RSA key of that certificate, as base64 or PEM. */
  readonly privateKey: string;
  /** APIv3 key of 32 bytes; notifications are encrypted with it. */
  readonly apiKey: string;
  readonly publicKeyId: string;
  /** WeChat Pay's own key for this merchant, as base64 or PEM. */
  readonly publicKey: string;
  readonly endpoint: string;
}

/** A call ends within this time, in milliseconds. */
const CALL_TIMEOUT_MS = 10_000;
/** An answer is a few hundred bytes; more is not read. */
const ANSWER_BYTES_MAX = 65_536;
/** Age up to which a signature counts, in milliseconds; WeChat Pay signs anew when it repeats a notification. */
const SIGNED_WITHIN_MS = 300_000;
/** Longest description of a payment, in characters. */
const DESCRIPTION_MAX = 127;
/** Answers by which WeChat Pay does not know a payment. */
const UNKNOWN = new Set(["ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS"]);
const REFUSED_STATUSES = { least: 400, beyond: 500, tooMany: 429 };

/** Takes payments through WeChat Pay (API v3). Its client is loaded with the first call. */
export function wechatPayProvider(settings: WechatPaySettings): PaymentProvider {
  const { merchantId: mchid } = settings;
  const dealPath = (number: string): string => `v3/pay/transactions/out-trade-no/${number}`;
  return {
    start: (request) => start(settings, request),
    read: (notification) => readNotification(settings, notification),
    accepted: { status: 200, type: "application/json", body: '{"code":"SUCCESS"}' },
    refused: { status: 400, type: "application/json", body: '{"code":"FAIL","message":"refused"}' },
    async query({ number }) {
      try {
        return reportOf(
          await call(settings, (api) => api.chain(dealPath(number)).get({ params: { mchid } })),
        );
      } catch (error) {
        if (isUnknown(error)) return null;
        throw error;
      }
    },
    refund: (request) => refund(settings, request),
    async close({ number }) {
      try {
        await call(settings, (api) => api.chain(`${dealPath(number)}/close`).post({ mchid }));
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    },
  };
}

async function start(settings: WechatPaySettings, request: PaymentRequest): Promise<OpenedPayment> {
  const { number, amountCents, currency, subject, returnUrl, notifyUrl, expiresAt } = request;
  const { isPhone, wechatOpenId } = request;
  const order = {
    appid: settings.appId,
    mchid: settings.merchantId,
    description: [...subject].slice(0, DESCRIPTION_MAX).join(""),
    out_trade_no: number,
    time_expire: `${expiresAt.toISOString().slice(0, 19)}+00:00`,
    notify_url: notifyUrl,
    amount: { total: amountCents, currency },
  };
  if (wechatOpenId !== null) {
    const { prepay_id: prepaid } = await call(settings, (api) =>
      api.chain("v3/pay/transactions/jsapi").post({ ...order, payer: { openid: wechatOpenId } }),
    );
    const wechatRequest = JSON.stringify(await signedRequest(settings, textOf(prepaid)));
    return { redirectUrl: null, qrText: null, wechatRequest, reference: number };
  }
  if (!isPhone) {
    const { code_url: qrText } = await call(settings, (api) =>
      api.chain("v3/pay/transactions/native").post(order),
    );
    return { redirectUrl: null, qrText: textOf(qrText), reference: number };
  }
  const scene = { payer_client_ip: request.payerAddress, h5_info: { type: "Wap" } };
  const { h5_url: page } = await call(settings, (api) =>
    api.chain("v3/pay/transactions/h5").post({ ...order, scene_info: scene }),
  );
  const redirectUrl = `${textOf(page)}&redirect_url=${encodeURIComponent(returnUrl)}`;
  return { redirectUrl, qrText: null, reference: number };
}

/** Signs what a page within WeChat asks for. */
async function signedRequest(settings: WechatPaySettings, prepaid: string) {
  const { Rsa, Formatter } = await import("wechatpay-axios-plugin");
  const { appId } = settings;
  const [timeStamp, nonceStr] = [String(Formatter.timestamp()), Formatter.nonce()];
  const signed = { appId, timeStamp, nonceStr, package: `prepay_id=${prepaid}` };
  const text = Formatter.joinedByLineFeed(...Object.values(signed));
  const paySign = Rsa.sign(text, readRsaKey(settings.privateKey, "private"));
  return { ...signed, signType: "RSA", paySign };
}

/** Asks for a refund; the same number again asks what became of it. */
async function refund(
  settings: WechatPaySettings,
  { number, amountCents, currency, refundNumber, reason }: RefundRequest,
): Promise<void> {
  const { status } = await call(settings, (api) =>
    api.chain("v3/refund/domestic/refunds").post({
      out_trade_no: number,
      out_refund_no: refundNumber,
      reason: [...reason].slice(0, 80).join(""),
      amount: { refund: amountCents, total: amountCents, currency },
    }),
  );
  if (status === "SUCCESS") return;
  throw new PaymentError(status === "PROCESSING" ? "away" : "refused", String(status));
}

type Answer = Readonly<Record<string, unknown>>;

/** Calls WeChat Pay; its answers are signed. Only codes are read of errors, since their words may quote what was sent. */
async function call(
  settings: WechatPaySettings,
  work: (api: Wechatpay) => Promise<{ data: unknown }>,
): Promise<Answer> {
  const { api } = await clientFor(settings);
  try {
    const { data } = await work(api);
    return typeof data === "object" && data !== null ? (data as Answer) : {};
  } catch (error) {
    const { status, data } = (error as { response?: { status: number; data?: Answer } }).response ?? {};
    const { least, beyond, tooMany } = REFUSED_STATUSES;
    const isFinal = status !== undefined && status >= least && status < beyond && status !== tooMany;
    throw new PaymentError(isFinal ? "refused" : "away", String(data?.["code"] ?? "NO_ANSWER"));
  }
}

/** Makes a client, in an object: every property of a client is a path of WeChat Pay, `then` among them. */
async function clientFor(settings: WechatPaySettings): Promise<{ readonly api: Wechatpay }> {
  const { Wechatpay: Client } = await import("wechatpay-axios-plugin");
  const api = new Client({
    mchid: settings.merchantId,
    serial: settings.certificateNumber,
    privateKey: readRsaKey(settings.privateKey, "private")
      .export({ type: "pkcs8", format: "pem" })
      .toString(),
    certs: { [settings.publicKeyId]: readRsaKey(settings.publicKey, "public") },
    baseURL: `${settings.endpoint.replace(/\/$/, "")}/`,
    timeout: CALL_TIMEOUT_MS,
    maxContentLength: ANSWER_BYTES_MAX,
    maxRedirects: 0,
    proxy: false,
  });
  return { api };
}

async function readNotification(
  settings: WechatPaySettings,
  { headers, body, now }: Notification,
): Promise<PaymentReport | null> {
  const { Rsa, Aes, Formatter } = await import("wechatpay-axios-plugin");
  const [serial, time, nonce, signature] = ["serial", "timestamp", "nonce", "signature"].map((name) =>
    String(headers[`wechatpay-${name}`] ?? ""),
  ) as [string, string, string, string];
  if (serial !== settings.publicKeyId) throw new PaymentError("forged", "ANOTHER_KEY");
  if (!(Math.abs(now.getTime() - Number(time) * 1_000) <= SIGNED_WITHIN_MS))
    throw new PaymentError("forged", "STALE");
  const key = readRsaKey(settings.publicKey, "public");
  if (!Rsa.verify(Formatter.response(time, nonce, body), signature, key))
    throw new PaymentError("forged", "BAD_SIGNATURE");
  try {
    const { event_type: type, resource } = JSON.parse(body) as { event_type: string; resource: Sealed };
    const { ciphertext, nonce: iv, associated_data: covered } = resource;
    const opened = JSON.parse(Aes.AesGcm.decrypt(ciphertext, settings.apiKey, iv, covered)) as Answer;
    return reportOfEvent(settings, type, opened);
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    throw new PaymentError("forged", "UNREADABLE");
  }
}

/** Contents of a notification, encrypted with the key of the merchant. */
interface Sealed {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data?: string;
}

function reportOfEvent(settings: WechatPaySettings, type: string, opened: Answer): PaymentReport | null {
  if (opened["mchid"] !== settings.merchantId) throw new PaymentError("forged", "ANOTHER_MERCHANT");
  if (type === "TRANSACTION.SUCCESS") return reportOf(opened);
  // A part that was given back on the merchant platform is not ours to follow; neither is a refund that failed.
  if (type !== "REFUND.SUCCESS") return null;
  const { refund: returned, total, currency = "CNY" } = (opened["amount"] ?? {}) as Record<string, unknown>;
  if (returned !== total) return null;
  return reportOf({ ...opened, trade_state: "REFUND", amount: { total, currency } });
}

/** Reads a trade; null for what is none of ours. */
function reportOf(trade: Answer): PaymentReport | null {
  const { out_trade_no: number, transaction_id: transactionId, trade_state: state } = trade;
  if (typeof number !== "string") return null;
  const { total, currency } = (trade["amount"] ?? {}) as Record<string, unknown>;
  return {
    number,
    state: stateOf(state),
    amountCents: typeof total === "number" ? total : 0,
    currency: textOf(currency),
    transactionId: textOf(transactionId),
  };
}

function stateOf(state: unknown): ReportedState {
  if (state === "SUCCESS") return "PAID";
  if (state === "REFUND") return "REFUNDED";
  return state === "CLOSED" || state === "REVOKED" ? "CLOSED" : "PENDING";
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function isUnknown(error: unknown): boolean {
  return error instanceof PaymentError && UNKNOWN.has(error.message);
}
