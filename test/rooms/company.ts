import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A message as the tests ask for it. */
export interface Said {
  readonly id: string;
  readonly body: string;
  readonly isMine: boolean;
  readonly isFromBlocked: boolean;
  readonly isRemoved: boolean;
  readonly author: { readonly id: string };
  readonly picture: { readonly url: string } | null;
  readonly roomEvent: {
    readonly kind: string;
    readonly name: string | null;
    readonly user: { id: string } | null;
  } | null;
}

/** A room as the tests ask for it. */
export interface Seen {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
  readonly state: string;
  readonly unread: number;
  readonly isMuted: boolean;
  readonly refusal: string | null;
  readonly owner: { readonly id: string };
  readonly invitedBy: { readonly id: string } | null;
  readonly lastMessage: Said | null;
  readonly newestMessageId: string;
  readonly members: readonly {
    readonly state: string;
    readonly isOwner: boolean;
    readonly readUpTo: string;
    readonly user: { readonly id: string };
  }[];
  readonly messages: { readonly nodes: readonly Said[] };
}

const SAID = `id body isMine isFromBlocked isRemoved author { id } picture { url } roomEvent { kind name user { id } }`;
const PLAIN = `id name memberCount state unread isMuted refusal newestMessageId owner { id } invitedBy { id } lastMessage { ${SAID} }
  members { state isOwner readUpTo user { id } }`;
/** Everything of a room but its messages. */
export const ROOM = PLAIN;

/** Creates a room and gives its id. */
export async function createRoom(
  owner: Person,
  name: string,
  invited: readonly Person[],
  clientKey?: string,
): Promise<string> {
  const input = { name, userIds: invited.map(({ id }) => id), clientKey };
  const created = await owner.graphql(
    `mutation ($input: CreateRoomInput!) { createRoom(input: $input) { id } }`,
    { input },
  );
  return created.createRoom.id as string;
}

/** Creates a room that all the invited join, one after the other. */
export async function roomOf(owner: Person, ...others: readonly Person[]): Promise<string> {
  const id = await createRoom(owner, "Hikes", others);
  for (const person of others) await answer(person, id);
  return id;
}

/** Joins or declines. */
export async function answer(person: Person, id: string, accept = true): Promise<Seen | null> {
  const document = `mutation ($id: ID!, $a: Boolean!) { answerRoomInvitation(id: $id, accept: $a) { ${PLAIN} } }`;
  return (await person.graphql(document, { id, a: accept })).answerRoomInvitation as Seen | null;
}

/** Invites members. */
export async function invite(person: Person, id: string, ...others: readonly Person[]): Promise<Seen> {
  const document = `mutation ($id: ID!, $u: [ID!]!) { inviteToRoom(id: $id, userIds: $u) { ${PLAIN} } }`;
  return (await person.graphql(document, { id, u: others.map((other) => other.id) })).inviteToRoom as Seen;
}

/** Sends a message. */
export async function say(person: Person, roomId: string, body: string, more: object = {}): Promise<Said> {
  const document = `mutation ($i: SendRoomMessageInput!) { sendRoomMessage(input: $i) { ${SAID} } }`;
  return (await person.graphql(document, { i: { roomId, body, ...more } })).sendRoomMessage as Said;
}

/** Runs a command about a room whose only argument besides it is named. */
export async function change(
  person: Person,
  name: string,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Seen> {
  const values = Object.entries(more).map(([key, value]) => `, ${key}: ${JSON.stringify(value)}`);
  const selection = name === "leaveRoom" ? "" : `{ ${PLAIN} }`;
  return (await person.graphql(`mutation { ${name}(id: "${id}"${values.join("")}) ${selection} }`))[
    name
  ] as Seen;
}

/** Reads a room with its messages, newest first. */
export async function see(person: Person, id: string, since?: string): Promise<Seen> {
  const document = `query ($id: ID!, $since: ID) { room(id: $id) { ${PLAIN} messages(first: 50, since: $since) { nodes { ${SAID} } } } }`;
  return (await person.graphql(document, { id, since })).room as Seen;
}

/** Reads the rooms of a member. */
export async function roomsOf(person: Person): Promise<readonly Seen[]> {
  return (await person.graphql(`{ rooms { nodes { ${PLAIN} } } }`)).rooms.nodes as readonly Seen[];
}

/** Lists the lines of a room, oldest first: texts, and events by their kind. */
export async function linesOf(person: Person, id: string): Promise<string[]> {
  const { nodes } = (await see(person, id)).messages;
  return nodes.map(({ body, roomEvent }) => roomEvent?.kind ?? body).toReversed();
}

/** Unread messages and invitations as the badge of a member shows them. */
export async function unreadOf(person: Person): Promise<number> {
  return (await person.graphql(`{ unreadCounts { dialogMessage } }`)).unreadCounts.dialogMessage as number;
}

/** Makes members. */
export function members(forum: Forum, count: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => forum.member()));
}
