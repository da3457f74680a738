import type { Services } from "../core/context.ts";
import { PaymentProviderKind } from "../features/payments/payment.entity.ts";
import { notifyPath } from "../features/payments/payment.service.ts";
import { PaymentError, type Acknowledgement } from "../features/payments/providers/provider.ts";
import { findProvider } from "../features/payments/providers/providers.service.ts";
import { takeReport } from "../features/payments/report.service.ts";
import { programContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

/** Longest notification, in bytes; those of providers have a few thousand. */
const NOTIFICATION_MAX_BYTES = 65_536;

/**
 * The addresses that payment providers call. They fail closed: a provider that is not connected has none, and what is not
 * signed, recent and matching changes nothing.
 */
export function paymentRoutes(services: Services): Route[] {
  return Object.values(PaymentProviderKind).map((kind) => ({
    method: "POST",
    path: notifyPath(kind),
    name: "paymentNotification",
    work: "data",
    isRaw: true,
    maxBytes: NOTIFICATION_MAX_BYTES,
    handle: (request) => takeNotification(services, kind, request),
  }));
}

async function takeNotification(
  services: Services,
  kind: PaymentProviderKind,
  { headers, body, requestId }: HttpRequest,
): Promise<HttpAnswer> {
  const ctx = { ...programContext(services), requestId };
  const provider = await findProvider(ctx, kind);
  if (!provider) return answer({ status: 404, type: "text/plain; charset=utf-8", body: "not found" });
  try {
    if (typeof body !== "string") throw new PaymentError("forged", "NO_BODY");
    const report = await provider.read({ headers, body, now: ctx.now });
    if (report) await takeReport(ctx, kind, report);
    return answer(provider.accepted);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const { failure, message: code } = error;
    services.log.warn({ requestId, provider: kind, failure, code }, "a payment notification was refused");
    return answer(provider.refused);
  }
}

function answer({ status, type, body }: Acknowledgement): HttpAnswer {
  return { status, headers: { "content-type": type, "cache-control": "no-store" }, body };
}
