import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Short ways that the stories about spam and weighted reports share. */

const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;

/** Saves settings as the owner does. */
export async function rule(admin: Person, values: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(values).map(([key, value]) => ({ key, value }));
  await admin.graphql(SAVE, { entries });
}

/** Lets a member have registered some days ago. */
export async function aged(forum: Forum, person: Person, days = 100): Promise<Person> {
  const createdAt = new Date(Date.now() - days * 86_400_000);
  await forum.write((ctx) => ctx.db.update("users", { id: person.id }, { createdAt }));
  return person;
}

/** A member who registered long ago. */
export async function oldMember(forum: Forum, ...permissions: string[]): Promise<Person> {
  return aged(forum, await forum.member(...permissions));
}

/** Reports a thread or reply. */
export async function report(
  person: Person,
  target: { threadId: string } | { postId: string },
): Promise<string> {
  const document = `mutation ($input: ReportContentInput!) { reportContent(input: $input) { id } }`;
  return (await person.graphql(document, { input: { reason: "SPAM", ...target } })).reportContent.id;
}

const QUEUE = `query ($kind: ReviewKind) { reviewQueue(first: 50, kind: $kind) { nodes { key heldBecause spamScore spamSigns { kind points count }
  reportScore { score count newcomers } reportWeight { points basis upheld dismissed } } } }`;

const KINDS = { t: "THREAD", p: "POST", r: "REPORT" } as const;

/** Reads the item of the review queue with a key; undefined if it does not wait. */
export async function waiting(moderator: Person, key: string): Promise<Record<string, unknown> | undefined> {
  const { reviewQueue } = await moderator.graphql(QUEUE, { kind: KINDS[key[0] as keyof typeof KINDS] });
  return (reviewQueue.nodes as { key: string }[]).find((item) => item.key === key);
}

/** Decides about an item of the review queue. */
export async function decide(moderator: Person, key: string, decision: string): Promise<void> {
  const document = `mutation ($input: DecideReviewInput!) { decideReview(input: $input) }`;
  await moderator.graphql(document, { input: { key, decision, reason: "Looked at", ban: false } });
}

/** True if readers see a thread. */
export async function isSeen(person: Person, threadId: string): Promise<boolean> {
  return person.graphql(`query ($id: ID!) { thread(id: $id) { id } }`, { id: threadId }).then(
    () => true,
    () => false,
  );
}
