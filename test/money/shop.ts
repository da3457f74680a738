import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Permissions that members need beside the usual to sell and to buy. */
export const TRADING = ["thread.insertPay", "order.create", "trade.pay.order"] as const;
/** The pay password of everybody in tests. */
export const PIN = "135790";

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const CREATE = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id amountCents state } }`;
const PAY = `mutation ($input: PayOrderInput!) { payOrder(input: $input) { id amountCents state } }`;

/** An order as buyers see it. */
export interface OrderAnswer {
  readonly id: string;
  readonly amountCents: number;
  readonly state: string;
}

/** Publishes a thread with a price. @returns its id */
export async function sell(forum: Forum, author: Person, more: object = {}): Promise<string> {
  const input = {
    categoryId: await forum.categoryId(),
    title: "Secrets of bread",
    body: "Flour and water. Everything else is the secret.",
    priceCents: 500,
    freePercent: 0,
    ...more,
  };
  return (await author.graphql(PUBLISH, { input })).publishThread.id;
}

/** Makes an order for a thread. */
export async function order(
  buyer: Person,
  threadId: string,
  amountCents: unknown = 500,
): Promise<OrderAnswer> {
  return (await buyer.graphql(CREATE, { input: { kind: "THREAD", threadId, amountCents } })).createOrder;
}

/** Switches tips on, which the site does not offer by itself. */
export function openTips(admin: Person): Promise<unknown> {
  return admin.graphql(
    `mutation { saveSettings(entries: [{tag: "default", key: "site_can_reward", value: "1"}]) { __typename } }`,
  );
}

/** Makes an order for a tip. */
export async function tip(giver: Person, threadId: string, amountCents: unknown = 500): Promise<OrderAnswer> {
  return (await giver.graphql(CREATE, { input: { kind: "TIP", threadId, amountCents } })).createOrder;
}

/** Pays an order from the wallet. */
export async function pay(buyer: Person, orderId: string, more: object = {}): Promise<OrderAnswer> {
  const input = { orderId, method: "WALLET", payPassword: PIN, ...more };
  return (await buyer.graphql(PAY, { input })).payOrder;
}

/** Sets the pay password of tests. */
export function setPin(person: Person, password = PIN): Promise<{ setPayPassword: boolean }> {
  return person.graphql(`mutation ($password: String!) { setPayPassword(password: $password) }`, {
    password,
  });
}

/** Text of a thread as somebody reads it. */
export async function textOf(reader: Person, threadId: string): Promise<string> {
  return (await reader.graphql(`query ($id: ID!) { thread(id: $id) { body } }`, { id: threadId })).thread
    .body;
}
