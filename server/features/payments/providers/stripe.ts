import type { Stripe } from "stripe";
import {
  PaymentError,
  type Notification,
  type PaymentProvider,
  type PaymentReport,
  type ProviderPayment,
  type ReportedState,
} from "./provider.ts";

/** Account at Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Address of the API; another one for a relay. */
  readonly endpoint: string;
}

/** A call ends within this time, in milliseconds. */
const CALL_TIMEOUT_MS = 10_000;
/** A session of Stripe lives half an hour at least; it is closed when our payment expires. */
const SESSION_RESERVE_S = 1_800;
/** Errors after which the same call may succeed: the network, the provider itself, the settings of the site. */
const AWAY = new Set([
  "StripeConnectionError",
  "StripeAPIError",
  "StripeRateLimitError",
  "StripeAuthenticationError",
  "StripePermissionError",
]);

/** Takes cards through the checkout page of Stripe. Its client is loaded with the first call. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  return {
    async start({ number, amountCents, currency, subject, returnUrl, expiresAt }) {
      const session = await call(settings, (stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: "payment",
            client_reference_id: number,
            payment_intent_data: { metadata: { number } },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amountCents,
                  product_data: { name: subject },
                },
              },
            ],
            success_url: returnUrl,
            cancel_url: returnUrl,
            expires_at: Math.floor(expiresAt.getTime() / 1_000) + SESSION_RESERVE_S,
          },
          { idempotencyKey: `start-${number}` },
        ),
      );
      return { redirectUrl: session.url, qrText: null, reference: session.id };
    },
    read: (notification) => readEvent(settings, notification),
    accepted: { status: 200, type: "text/plain; charset=utf-8", body: "ok" },
    refused: { status: 400, type: "text/plain; charset=utf-8", body: "refused" },
    query: (payment) => querySession(settings, payment),
    async refund({ transactionId, amountCents, refundNumber }) {
      const refund = await call(settings, (stripe) =>
        stripe.refunds.create(
          { payment_intent: transactionId!, amount: amountCents },
          { idempotencyKey: refundNumber },
        ),
      );
      if (refund.status === "failed" || refund.status === "canceled")
        throw new PaymentError("refused", refund.status);
    },
    async close({ reference }) {
      await call(settings, (stripe) => stripe.checkout.sessions.expire(reference));
    },
  };
}

async function clientFor({ secretKey, endpoint }: StripeSettings): Promise<Stripe> {
  const { Stripe: Client } = await import("stripe");
  const { hostname: host, port, protocol } = new URL(endpoint);
  const isPlain = protocol === "http:";
  return new Client(secretKey, {
    host,
    port: Number(port || (isPlain ? 80 : 443)),
    protocol: isPlain ? "http" : "https",
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Calls Stripe. The words of its errors may quote what was sent, so only their codes are read. */
async function call<T>(settings: StripeSettings, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await clientFor(settings);
  try {
    return await work(stripe);
  } catch (error) {
    const { type, code } = error as { type?: unknown; code?: unknown };
    const isAway = typeof type !== "string" || AWAY.has(type);
    throw new PaymentError(isAway ? "away" : "refused", String(code ?? type ?? "NO_ANSWER"));
  }
}

async function querySession(
  settings: StripeSettings,
  { reference }: ProviderPayment,
): Promise<PaymentReport | null> {
  try {
    return reportOf(await call(settings, (stripe) => stripe.checkout.sessions.retrieve(reference)));
  } catch (error) {
    if (error instanceof PaymentError && error.message === "resource_missing") return null;
    throw error;
  }
}

async function readEvent(
  settings: StripeSettings,
  { headers, body }: Notification,
): Promise<PaymentReport | null> {
  const stripe = await clientFor(settings);
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      body,
      String(headers["stripe-signature"] ?? ""),
      settings.webhookSecret,
    );
  } catch {
    throw new PaymentError("forged", "BAD_SIGNATURE");
  }
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return reportOf(event.data.object);
    case "checkout.session.async_payment_failed":
      return reportOf(event.data.object, "CLOSED");
    case "charge.refunded": {
      const { metadata, refunded, amount, currency, payment_intent } = event.data.object;
      const number = metadata["number"];
      // A part that was given back at Stripe is not ours to follow.
      if (!number || !refunded) return null;
      const transactionId = idOf(payment_intent);
      return {
        number,
        state: "REFUNDED",
        amountCents: amount,
        currency: currency.toUpperCase(),
        transactionId,
      };
    }
    default:
      return null;
  }
}

/** Reads a session; null if it is not one of ours. */
function reportOf(session: Stripe.Checkout.Session, state = stateOf(session)): PaymentReport | null {
  const { client_reference_id: number, amount_total, currency, payment_intent } = session;
  if (!number) return null;
  return {
    number,
    state,
    amountCents: amount_total ?? 0,
    currency: (currency ?? "").toUpperCase(),
    transactionId: idOf(payment_intent),
  };
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): ReportedState {
  if (payment_status === "paid") return "PAID";
  return status === "expired" ? "CLOSED" : "PENDING";
}

function idOf(intent: string | { id: string } | null): string {
  return typeof intent === "string" ? intent : (intent?.id ?? "");
}
