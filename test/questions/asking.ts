import { give } from "../money/books.ts";
import { PIN, setPin, type OrderAnswer } from "../money/shop.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, type Seen } from "../threads/content.ts";

const QUESTION = `query ($id: ID!) { thread(id: $id) { hasQuestion question {
  amountCents onlookerCents onlookerCount state answerer { id } viewerCanAnswer viewerReadsAnswer answerHtml } } }`;
const ANSWER = `mutation ($threadId: ID!, $body: String!) {
  answerQuestion(threadId: $threadId, body: $body) { state answerHtml } }`;
const CREATE = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id amountCents state } }`;

/** Sets the price of the site for reading an answer. */
export const setOnlookerPrice = (admin: Person, yuan: string): Promise<unknown> =>
  admin.graphql(
    `mutation ($value: String!) { saveSettings(entries: [{tag: "default", key: "site_onlooker_price", value: $value}]) { __typename } }`,
    { value: yuan },
  );

/** A member with money who may ask and buy. */
export async function askerOf(forum: Forum, cents = 10_000): Promise<Person> {
  const person = await forum.member("thread.insertReward", "order.create", "trade.pay.order");
  await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Publishes a thread that asks a member for three yuan, with onlookers unless it says otherwise. @returns its id */
export async function ask(
  forum: Forum,
  asker: Person,
  answerer: Pick<Person, "id">,
  question: object = {},
  thread: object = {},
): Promise<string> {
  const asked = {
    userId: String(answerer.id),
    amountCents: 300,
    hasOnlookers: true,
    payPassword: PIN,
    ...question,
  };
  const input = {
    categoryId: await forum.categoryId(),
    title: "How do you do it?",
    question: asked,
    ...thread,
  };
  return (await publish(asker, input)).id as string;
}

/** Answers a question. */
export async function answer(person: Person, threadId: string, body = "Like this"): Promise<Seen> {
  return (await person.graphql(ANSWER, { threadId, body })).answerQuestion;
}

/** The question of a thread as somebody reads it. */
export async function questionOf(reader: Person, id: string): Promise<Seen> {
  return (await reader.graphql(QUESTION, { id })).thread.question;
}

/** Makes an order for reading an answer. */
export async function lookOn(
  buyer: Person,
  threadId: string,
  amountCents: unknown = 100,
): Promise<OrderAnswer> {
  return (await buyer.graphql(CREATE, { input: { kind: "ONLOOKER", threadId, amountCents } })).createOrder;
}
