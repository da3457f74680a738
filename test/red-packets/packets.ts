import { checkLedger } from "../../server/features/money/checks/check.service.ts";
import { bookkeeping, give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, type Seen } from "../threads/content.ts";

const PACKET = `query ($id: ID!, $first: Int! = 20, $after: String) { thread(id: $id) { hasRedPacket redPacket {
  rule claimBy likesNeeded totalCents remainingCents shareCount claimedCount state expiresAt viewerShareCents
  claims(first: $first, after: $after) {
    nodes { sequence amountCents claimedAt user { id } } pageInfo { hasNextPage endCursor } } } } }`;

/** A member with money who may give red packets. */
export async function giverOf(forum: Forum, cents = 10_000): Promise<Person> {
  const person = await forum.member("thread.insertRedPacket");
  await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Publishes a thread with a red packet: three shares of a yuan each, unless it says otherwise. @returns its id */
export async function givePacket(
  forum: Forum,
  giver: Person,
  packet: object = {},
  thread: object = {},
): Promise<string> {
  const redPacket = {
    rule: "FIXED",
    claimBy: "REPLY",
    shareCount: 3,
    amountCents: 300,
    payPassword: PIN,
    ...packet,
  };
  const input = { categoryId: await forum.categoryId(), title: "Bread for all", redPacket, ...thread };
  return (await publish(giver, input)).id as string;
}

/** The red packet of a thread as somebody reads it. */
export async function packetOf(reader: Person, id: string, page: object = {}): Promise<Seen> {
  return (await reader.graphql(PACKET, { id, ...page })).thread.redPacket;
}

/** Every contradiction that the books have, by the rules of the program and by those of the tests. */
export async function contradictionsIn(forum: Forum, admin: Person): Promise<string[]> {
  await checkLedger(forum.app.context());
  const { violations } = (await admin.graphql(`{ funds { violations } }`)).funds;
  return [...violations, ...(await bookkeeping(forum))];
}
