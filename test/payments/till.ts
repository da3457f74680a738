import { signSandbox, SANDBOX_SIGNATURE } from "../../server/features/payments/providers/sandbox.ts";
import type { PaymentReport } from "../../server/features/payments/providers/provider.ts";
import type { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";

const START = `mutation ($input: StartPaymentInput!) {
  startPayment(input: $input) { id number state amountCents redirectUrl qrText order { id } } }`;

/** A payment as its payer sees it. */
export interface PaymentAnswer {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly amountCents: number;
  readonly redirectUrl: string | null;
  readonly qrText: string | null;
}

/** Begins a payment: a top-up of 10.00 at the sandbox, unless told otherwise. */
export async function begin(person: Person, more: object = {}): Promise<PaymentAnswer> {
  const input = { provider: "SANDBOX", amountCents: 1_000, ...more };
  return (await person.graphql(START, { input })).startPayment;
}

/** Begins the payment of an order at the sandbox. */
export function beginFor(person: Person, orderId: string, more: object = {}): Promise<PaymentAnswer> {
  return begin(person, { orderId, amountCents: undefined, ...more });
}

/** State of a payment, and what became of its order. */
export async function read(person: Person, id: string): Promise<{ state: string; outcome: string | null }> {
  return (await person.graphql(`query ($id: ID!) { payment(id: $id) { state outcome } }`, { id })).payment;
}

/** Presses a button of the sandbox cashier. */
export function press(forum: Forum, number: string, action: string): Promise<Answer> {
  return forum.visitor().request("POST", "/dev/cashier", `number=${number}&action=${action}`, {
    "content-type": "application/x-www-form-urlencoded",
  });
}

/** Report of the sandbox about a payment that was paid. */
export function paid(
  { number, amountCents }: PaymentAnswer,
  more: Partial<PaymentReport> = {},
): PaymentReport {
  return { number, state: "PAID", amountCents, currency: "CNY", transactionId: `tx-${number}`, ...more };
}

/** Calls the site as the sandbox would, signed by the key of this installation unless told otherwise. */
export function notify(
  forum: Forum,
  report: object,
  { at = new Date(), signature }: { at?: Date; signature?: string | null } = {},
): Promise<Answer> {
  const body = JSON.stringify(report);
  const signed = signature === undefined ? signSandbox(forum.app.context().services, body, at) : signature;
  return forum.visitor().request("POST", "/api/payments/sandbox/notify", body, {
    "content-type": "application/json",
    ...(signed === null ? {} : { [SANDBOX_SIGNATURE]: signed }),
  });
}
