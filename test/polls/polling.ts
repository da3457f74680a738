import { setTimeout as delay } from "node:timers/promises";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, type Seen } from "../threads/content.ts";

const POLL_FIELDS = `id title kind isSecret resultsVisible endsAt isOpen voterCount myOptionIds winnerIds
  viewerCanVote viewerCanClose viewerCanEdit options { id text voteCount }
  rounds { optionIds voteCounts eliminatedIds }`;
const HOUR_MS = 3_600_000;

/** A time so many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A member who may start polls. */
export const askerOf = (forum: Forum): Promise<Person> => forum.member("thread.insertVote");

/** Publishes a thread with a poll about lunch, unless it says otherwise. @returns its id */
export async function startPoll(
  forum: Forum,
  asker: Person,
  poll: object = {},
  thread: object = {},
): Promise<string> {
  const asked = { options: ["Noodles", "Rice", "Soup"], ...poll };
  const input = { categoryId: await forum.categoryId(), title: "Lunch?", poll: asked, ...thread };
  return (await publish(asker, input)).id as string;
}

/** The poll of a thread as somebody reads it. */
export async function pollOf(reader: Person, id: string): Promise<Seen> {
  return (await reader.graphql(`query ($id: ID!) { thread(id: $id) { poll { ${POLL_FIELDS} } } }`, { id }))
    .thread.poll;
}

/** Votes for options by their texts; without any takes the vote back. @returns the poll */
export async function vote(person: Person, threadId: string, ...texts: string[]): Promise<Seen> {
  const { options } = await pollOf(person, threadId);
  const optionIds = texts.map((text) => options.find((option: Seen) => option.text === text).id);
  return voteFor(person, threadId, optionIds);
}

/** Votes for options by their ids. @returns the poll */
export async function voteFor(person: Person, threadId: string, optionIds: readonly string[]): Promise<Seen> {
  const document = `mutation ($input: VoteInPollInput!) { voteInPoll(input: $input) { ${POLL_FIELDS} } }`;
  return (await person.graphql(document, { input: { threadId, optionIds } })).voteInPoll;
}

/** Time after which a client comes again where the server had no room, in milliseconds. */
const COME_AGAIN = 200;

/** Votes as clients do, which come again a little later where the server had no room. @returns the poll */
export async function insistOn(
  person: Person,
  threadId: string,
  optionIds: readonly string[],
): Promise<Seen> {
  for (;;)
    try {
      return await voteFor(person, threadId, optionIds);
    } catch (error) {
      if ((error as { code?: string }).code !== "OVERLOADED") throw error;
      await delay(COME_AGAIN + COME_AGAIN * Math.random());
    }
}

/** Ends the poll of a thread. @returns the poll */
export async function close(person: Person, threadId: string): Promise<Seen> {
  const document = `mutation ($id: ID!) { closePoll(threadId: $id) { ${POLL_FIELDS} } }`;
  return (await person.graphql(document, { id: threadId })).closePoll;
}

/** Replaces the poll of a thread. @returns the poll */
export async function change(person: Person, threadId: string, poll: object): Promise<Seen> {
  const document = `mutation ($id: ID!, $poll: PollInput!) { editPoll(threadId: $id, poll: $poll) { ${POLL_FIELDS} } }`;
  return (await person.graphql(document, { id: threadId, poll })).editPoll;
}

/** The votes of a poll by the text of the option. */
export const countsOf = ({ options }: Seen): Record<string, number | null> =>
  Object.fromEntries(options.map(({ text, voteCount }: Seen) => [text, voteCount]));

/** Texts of options by their ids, in the same order. */
export const textsOf = ({ options }: Seen, ids: readonly string[]): string[] =>
  ids.map((id) => options.find((option: Seen) => option.id === id).text);

/** A page of voters, of one option or of all. */
export async function votersOf(person: Person, variables: object): Promise<Seen> {
  const document = `query ($threadId: ID!, $optionId: ID, $first: Int! = 20, $after: String) {
    pollVoters(threadId: $threadId, optionId: $optionId, first: $first, after: $after) {
      nodes { user { id } optionIds votedAt } pageInfo { hasNextPage endCursor } } }`;
  return (await person.graphql(document, variables)).pollVoters;
}
