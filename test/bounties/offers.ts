import { give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, type Seen } from "../threads/content.ts";

const BOUNTY = `query ($id: ID!, $first: Int! = 20, $after: String) { thread(id: $id) { hasBounty bounty {
  rest totalCents remainingCents giftCount state createdAt endsAt viewerCanGive
  gifts(first: $first, after: $after) {
    nodes { sequence amountCents isShared postNumber user { id } } pageInfo { hasNextPage endCursor } } } } }`;
const GIVE = `mutation ($input: GiveBountyInput!) { giveBounty(input: $input) { remainingCents state giftCount } }`;
const HOUR_MS = 3_600_000;

/** A time so many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A member with money who may offer bounties. */
export async function offererOf(forum: Forum, cents = 10_000): Promise<Person> {
  const person = await forum.member("thread.insertReward");
  await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Publishes a thread with a bounty of three yuan for two days, unless it says otherwise. @returns its id */
export async function offer(
  forum: Forum,
  person: Person,
  bounty: object = {},
  thread: object = {},
): Promise<string> {
  const offered = { amountCents: 300, endsAt: inHours(48), payPassword: PIN, ...bounty };
  const input = { categoryId: await forum.categoryId(), title: "Who knows?", bounty: offered, ...thread };
  return (await publish(person, input)).id as string;
}

/** Gives a reply a part of a bounty. */
export async function award(
  person: Person,
  postId: string,
  amountCents: number,
  more: object = {},
): Promise<Seen> {
  return (await person.graphql(GIVE, { input: { postId, amountCents, ...more } })).giveBounty;
}

/** The bounty of a thread as somebody reads it. */
export async function bountyOf(reader: Person, id: string, page: object = {}): Promise<Seen> {
  return (await reader.graphql(BOUNTY, { id, ...page })).thread.bounty;
}
