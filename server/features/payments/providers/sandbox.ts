import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { Services } from "../../../core/context.ts";
import {
  PaymentError,
  type Notification,
  type OpenedPayment,
  type PaymentProvider,
  type PaymentReport,
  type PaymentRequest,
  type ReportedState,
} from "./provider.ts";

/** Page of the sandbox: every payment with its buttons. */
export const CASHIER_PATH = "/dev/cashier";
/** Header with time and signature of a notification: `t=1700000000,v1=…`. */
export const SANDBOX_SIGNATURE = "x-sandbox-signature";
/** Notifications are refused when they are older, or come from the future by more, in milliseconds. */
const TOLERANCE_MS = 300_000;
/** Payments that are kept; older ones go. */
const KEPT_MAX = 200;
/** A delayed notification comes after so long, in milliseconds. */
const DELAY_MS = 5_000;

/** A payment as the sandbox keeps it, in memory alone. */
export interface SandboxPayment extends PaymentRequest {
  readonly state: ReportedState;
  readonly transactionId: string;
  readonly refundNumber: string;
}

/** Payments of each running program. */
const cashiers = new WeakMap<Services, Map<string, SandboxPayment>>();

/** Keeps payments in memory, as a provider would: for development and tests. */
export function sandboxProvider(services: Services): PaymentProvider {
  return {
    start: (request) => Promise.resolve(open(services, request)),
    read: (notification) => Promise.resolve(readNotification(services, notification)),
    accepted: { status: 200, type: "text/plain; charset=utf-8", body: "success" },
    refused: { status: 400, type: "text/plain; charset=utf-8", body: "fail" },
    query({ number }) {
      const payment = paymentsOf(services).get(number);
      return Promise.resolve(payment ? reportOf(payment) : null);
    },
    refund({ number, refundNumber }) {
      const payment = paymentsOf(services).get(number);
      if (!payment || payment.state === "PENDING" || payment.state === "CLOSED")
        return Promise.reject(new PaymentError("refused", "NOT_PAID"));
      if (payment.state === "PAID") keep(services, { ...payment, state: "REFUNDED", refundNumber });
      return Promise.resolve();
    },
    close({ number }) {
      const payment = paymentsOf(services).get(number);
      if (payment?.state === "PENDING") keep(services, { ...payment, state: "CLOSED" });
      return Promise.resolve();
    },
  };
}

/** Lists the payments of the sandbox, the newest first. */
export function sandboxPayments(services: Services): SandboxPayment[] {
  return [...paymentsOf(services).values()].reverse();
}

/** Deeds of a payer or a provider that the page offers. */
export type CashierAction = "pay" | "twice" | "delay" | "fail" | "refund";

/**
 * Does at the sandbox what a payer or a provider would do, and notifies the site as a provider does.
 * @returns the payment; null if there is none, or it cannot be done any more
 */
export async function actAtCashier(
  services: Services,
  number: string,
  action: CashierAction,
): Promise<SandboxPayment | null> {
  const payment = paymentsOf(services).get(number);
  if (payment?.state !== (action === "refund" ? "PAID" : "PENDING")) return null;
  const state = action === "refund" ? "REFUNDED" : action === "fail" ? "CLOSED" : "PAID";
  const transactionId = payment.transactionId || `sandbox-${randomUUID()}`;
  const next = { ...payment, state, transactionId } as const;
  keep(services, next);
  if (action === "delay") setTimeout(() => void notify(services, next), DELAY_MS).unref();
  else if (action === "twice") await Promise.all([notify(services, next), notify(services, next)]);
  else await notify(services, next);
  return next;
}

/** Signs a notification with the key of this installation. @returns the value of its header */
export function signSandbox({ secretKey }: Pick<Services, "secretKey">, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${digestOf(secretKey, time, body).toString("hex")}`;
}

function open(services: Services, request: PaymentRequest): OpenedPayment {
  const { number } = request;
  if (!paymentsOf(services).has(number))
    keep(services, { ...request, state: "PENDING", transactionId: "", refundNumber: "" });
  return {
    redirectUrl: `${services.publicUrl}${CASHIER_PATH}?number=${number}`,
    qrText: null,
    reference: number,
  };
}

function paymentsOf(services: Services): Map<string, SandboxPayment> {
  const payments = cashiers.get(services) ?? new Map<string, SandboxPayment>();
  cashiers.set(services, payments);
  return payments;
}

function keep(services: Services, payment: SandboxPayment): void {
  const payments = paymentsOf(services);
  payments.set(payment.number, payment);
  for (const number of payments.keys()) {
    if (payments.size <= KEPT_MAX) break;
    payments.delete(number);
  }
}

function reportOf({ number, state, amountCents, currency, transactionId }: SandboxPayment): PaymentReport {
  return { number, state, amountCents, currency, transactionId };
}

/** Calls the site as a provider does; a failure is what a lost notification is. */
async function notify(services: Services, payment: SandboxPayment): Promise<void> {
  const body = JSON.stringify(reportOf(payment));
  const headers = {
    "content-type": "application/json",
    [SANDBOX_SIGNATURE]: signSandbox(services, body, new Date()),
  };
  try {
    await fetch(payment.notifyUrl, { method: "POST", headers, body, signal: AbortSignal.timeout(5_000) });
  } catch {
    services.log.warn({ number: payment.number }, "the sandbox could not notify the site");
  }
}

function readNotification(services: Services, { headers, body, now }: Notification): PaymentReport {
  const [, time, signature] =
    /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(headers[SANDBOX_SIGNATURE])) ?? [];
  if (time === undefined) throw new PaymentError("forged", "NO_SIGNATURE");
  const expected = digestOf(services.secretKey, Number(time), body);
  if (!timingSafeEqual(expected, Buffer.from(signature!, "hex")))
    throw new PaymentError("forged", "BAD_SIGNATURE");
  if (Math.abs(now.getTime() - Number(time) * 1_000) > TOLERANCE_MS)
    throw new PaymentError("forged", "STALE");
  return JSON.parse(body) as PaymentReport;
}

function digestOf(key: Buffer, time: number, body: string): Buffer {
  return createHmac("sha256", key).update(`sandbox-cashier ${time}.${body}`).digest();
}
