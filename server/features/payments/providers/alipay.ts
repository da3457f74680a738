import type { AlipaySdk } from "alipay-sdk";
import { DomainError } from "../../../core/errors.ts";
import { amountText, parseAmount } from "../../../core/money.ts";
import {
  PaymentError,
  type Notification,
  type PaymentProvider,
  type PaymentReport,
  type ReportedState,
} from "./provider.ts";
import { readRsaKey } from "./rsaKey.ts";

/** App at Alipay. */
export interface AlipaySettings {
  readonly appId: string;
  /** RSA key of the app, as base64 or PEM. */
  readonly privateKey: string;
  /** Alipay's own key for this app, as base64 or PEM. */
  readonly alipayPublicKey: string;
  readonly gateway: string;
}

/** A call ends within this time, in milliseconds. */
const CALL_TIMEOUT_MS = 10_000;
/** Alipay repeats a notification for a day and an hour; older ones are refused, in milliseconds. */
const NOTIFIED_WITHIN_MS = 26 * 3_600_000;
/** Clock of Alipay, in milliseconds east of UTC. */
const BEIJING_MS = 8 * 3_600_000;
const CURRENCY = "CNY";
const OK = "10000";
/** Codes after which the same call may succeed. */
const AWAY = /^20000$|SYSTEM_ERROR$|UNKNOW.ERROR$|SYSTEM_BUSY$|^isp\./i;

/** Takes payments on the page of Alipay. Its client is loaded with the first call. */
export function alipayProvider(settings: AlipaySettings): PaymentProvider {
  return {
    async start({ number, amountCents, subject, returnUrl, notifyUrl, expiresAt, isPhone }) {
      const sdk = await clientFor(settings);
      const redirectUrl = sdk.pageExec(isPhone ? "alipay.trade.wap.pay" : "alipay.trade.page.pay", "GET", {
        notifyUrl,
        returnUrl,
        bizContent: {
          outTradeNo: number,
          totalAmount: amountText(amountCents),
          subject,
          productCode: isPhone ? "QUICK_WAP_WAY" : "FAST_INSTANT_TRADE_PAY",
          timeExpire: beijingTime(expiresAt),
        },
      });
      return { redirectUrl, qrText: null, reference: number };
    },
    read: (notification) => readNotification(settings, notification),
    accepted: { status: 200, type: "text/plain; charset=utf-8", body: "success" },
    refused: { status: 200, type: "text/plain; charset=utf-8", body: "fail" },
    async query({ number }) {
      const answer = await call(settings, "alipay.trade.query", { outTradeNo: number });
      if (answer["subCode"] === "ACQ.TRADE_NOT_EXIST") return null;
      mustBeOk(answer);
      return reportOf({
        number: answer["outTradeNo"],
        status: answer["tradeStatus"],
        amount: answer["totalAmount"],
        transactionId: answer["tradeNo"],
        refunded: undefined,
      });
    },
    async refund({ number, amountCents, refundNumber, reason }) {
      const bizContent = {
        outTradeNo: number,
        refundAmount: amountText(amountCents),
        outRequestNo: refundNumber,
        refundReason: reason,
      };
      mustBeOk(await call(settings, "alipay.trade.refund", bizContent));
    },
    async close({ number }) {
      const answer = await call(settings, "alipay.trade.close", { outTradeNo: number });
      // Who never opened the page has made no trade; its own time is over as well.
      if (answer["subCode"] !== "ACQ.TRADE_NOT_EXIST") mustBeOk(answer);
    },
  };
}

type Answer = Readonly<Record<string, unknown>>;

/** Calls Alipay; the answer is signed. Only its codes are read, since its words may quote what was sent. */
async function call(settings: AlipaySettings, method: string, bizContent: object): Promise<Answer> {
  const sdk = await clientFor(settings);
  try {
    return await sdk.exec(method, { bizContent }, { validateSign: true });
  } catch {
    throw new PaymentError("away", "NO_ANSWER");
  }
}

function mustBeOk({ code, subCode }: Answer): void {
  if (code === OK) return;
  const text = String(subCode ?? code);
  throw new PaymentError(AWAY.test(text) || AWAY.test(String(code)) ? "away" : "refused", text);
}

async function clientFor({
  appId,
  privateKey,
  alipayPublicKey,
  gateway,
}: AlipaySettings): Promise<AlipaySdk> {
  const { AlipaySdk: Client } = await import("alipay-sdk");
  return new Client({
    appId,
    privateKey: readRsaKey(privateKey, "private").export({ type: "pkcs1", format: "pem" }).toString(),
    alipayPublicKey: readRsaKey(alipayPublicKey, "public").export({ type: "spki", format: "pem" }).toString(),
    gateway,
    timeout: CALL_TIMEOUT_MS,
    keyType: "PKCS1",
  });
}

async function readNotification(
  settings: AlipaySettings,
  { body, now }: Notification,
): Promise<PaymentReport | null> {
  const sdk = await clientFor(settings);
  const values = Object.fromEntries(new URLSearchParams(body));
  if (!values["sign"] || values["sign_type"] !== "RSA2" || !sdk.checkNotifySignV2(values))
    throw new PaymentError("forged", "BAD_SIGNATURE");
  if (values["app_id"] !== settings.appId) throw new PaymentError("forged", "ANOTHER_APP");
  const sentAt = Date.parse(`${String(values["notify_time"]).replace(" ", "T")}Z`) - BEIJING_MS;
  if (!(Math.abs(now.getTime() - sentAt) <= NOTIFIED_WITHIN_MS)) throw new PaymentError("forged", "STALE");
  return reportOf({
    number: values["out_trade_no"],
    status: values["trade_status"],
    amount: values["total_amount"],
    transactionId: values["trade_no"],
    refunded: values["refund_fee"],
  });
}

interface Trade {
  readonly number: unknown;
  readonly status: unknown;
  readonly amount: unknown;
  readonly transactionId: unknown;
  /** Amount that was given back in all; undefined where it is not told. */
  readonly refunded: unknown;
}

/** Reads a trade; null for what is none of ours. */
function reportOf({ number, status, amount, transactionId, refunded }: Trade): PaymentReport | null {
  if (typeof number !== "string") return null;
  const amountCents = centsOf(amount);
  const isRefunded = amountCents > 0 && centsOf(refunded) === amountCents;
  return {
    number,
    state: isRefunded ? "REFUNDED" : stateOf(status),
    amountCents,
    currency: CURRENCY,
    transactionId: typeof transactionId === "string" ? transactionId : "",
  };
}

/** An amount in the form of Alipay; 0 for what is none, which matches no payment. */
function centsOf(text: unknown): number {
  try {
    return parseAmount(text, "total_amount");
  } catch (error) {
    if (error instanceof DomainError) return 0;
    throw error;
  }
}

function stateOf(status: unknown): ReportedState {
  if (status === "TRADE_SUCCESS" || status === "TRADE_FINISHED") return "PAID";
  return status === "TRADE_CLOSED" ? "CLOSED" : "PENDING";
}

/** `2026-11-23 14:05:00` by the clock of Alipay. */
function beijingTime(time: Date): string {
  return new Date(time.getTime() + BEIJING_MS).toISOString().slice(0, 19).replace("T", " ");
}
