import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";

/** Warnings, of which members hear, and notes, of which they do not. */
const WARN = `mutation ($input: WarnUserInput!) { warnUser(input: $input) { id kind postId } }`;
const NOTE = `mutation ($id: ID!, $body: String!) { addMemberNote(userId: $id, body: $body) { id } }`;
const REMOVE = `mutation ($id: ID!) { deleteUserRemark(remarkId: $id) }`;
const ABOUT = `query ($id: ID!) { user(id: $id) {
  warningCount remarks { id kind body author { id } viewerCanDelete } } }`;

let forum: Forum;
let member: Person;
let moderator: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [member, moderator] = [await forum.member(), await forum.moderator()];
});
afterAll(() => forum.close());

const about = async (person: Person) => (await person.graphql(ABOUT, { id: member.id })).user;

test("a warning is told to the member with its reason, and counts for staff", async () => {
  const { id: threadId } = await publish(member, { categoryId: await forum.categoryId() });
  const { id: postId } = await reply(member, threadId);
  const { warnUser } = await moderator.graphql(WARN, {
    input: { userId: member.id, reason: "Please be kind", postId },
  });
  expect(warnUser).toMatchObject({ kind: "WARNING", postId });

  await forum.delivered();
  const { notifications } = await member.graphql(
    `{ notifications(entry: ACCOUNT, first: 1) { nodes { kind text } } }`,
  );
  expect(notifications.nodes).toEqual([
    { kind: "user.warned", text: "The staff has warned you. Reason: Please be kind" },
  ]);
  expect(await about(moderator)).toMatchObject({
    warningCount: 1,
    remarks: [{ kind: "WARNING", body: "Please be kind", author: { id: String(moderator.id) } }],
  });
});

test("a note is read by staff alone, and not by the member it is about", async () => {
  await moderator.graphql(NOTE, { id: member.id, body: "Wrote to us by mail" });
  expect((await about(await forum.moderator())).remarks[0]).toMatchObject({
    kind: "NOTE",
    body: "Wrote to us by mail",
    viewerCanDelete: false,
  });
  for (const person of [member, await forum.member()]) {
    expect(await about(person)).toEqual({ warningCount: null, remarks: null });
  }
  const admin = await forum.admin();
  const { auditLog } = await admin.graphql(`{ auditLog(action: "addMemberNote") { nodes { after } } }`);
  expect(JSON.stringify(auditLog)).not.toContain("by mail");
});

test("moderators remove what they noted, administrators whatever was noted", async () => {
  const { addMemberNote } = await moderator.graphql(NOTE, { id: member.id, body: "Twice" });
  const id = addMemberNote.id as string;
  const colleague = await forum.moderator();
  await expect(colleague.graphql(REMOVE, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await (await forum.admin()).graphql(REMOVE, { id });
  expect((await about(moderator)).remarks.map((remark: { id: string }) => remark.id)).not.toContain(id);
});

test("a warning about content of somebody else, or about what is anonymous, is refused", async () => {
  const other = await forum.member("thread.allowAnonymous");
  const categoryId = await forum.categoryId();
  const { id: threadId } = await publish(other, { categoryId });
  const { id: secret } = await publish(other, { categoryId, isAnonymous: true });
  const warn = (input: object) => moderator.graphql(WARN, { input: { reason: "No", ...input } });
  const refused = { code: "INVALID_PARAMETER" };
  await expect(warn({ userId: member.id, threadId })).rejects.toMatchObject(refused);
  await expect(warn({ userId: other.id, threadId: secret })).rejects.toMatchObject(refused);
  await expect(warn({ userId: member.id, reason: " " })).rejects.toMatchObject(refused);
});
