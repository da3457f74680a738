import { isObjectType } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useInstead } from "../../server/core/deprecation.ts";
import { RENAMED_FIELDS } from "../../server/graphql/oldNames.ts";
import { Forum } from "../support/forum.ts";

/** Names of the public schema that were changed: for one release, programs that use the old ones go on working. */

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("every old field is deprecated and says which one to use", () => {
  for (const [coordinate, name] of Object.entries(RENAMED_FIELDS)) {
    const [typeName, oldName] = coordinate.split(".") as [string, string];
    const type = forum.app.schema.getType(typeName);
    const fields = isObjectType(type) ? type.getFields() : {};
    expect({ coordinate, reason: fields[oldName]?.deprecationReason }).toEqual({
      coordinate,
      reason: useInstead(name),
    });
    expect(String(fields[oldName]?.type)).toBe(String(fields[name]?.type));
  }
});

test("no type has an old name", () => {
  const names = Object.keys(forum.app.schema.getTypeMap());
  expect(names.filter((name) => /Notice|^Member/.test(name))).toEqual([]);
});

test("documents that name types as they were called are answered as those with the new names, however often", async () => {
  const admin = await forum.admin();
  const member = await forum.member();
  const old = `query ($entry: NoticeEntry!, $status: MemberStatus, $sort: MemberSort!, $channel: NoticeChannel) {
    notifications(entry: $entry) { nodes { ...Old ... on Notice { text } } }
    members(status: $status, sort: $sort) { nodes { id } }
    noticeDispatches(channel: $channel) { nodes { receiver { id } } }
  }
  fragment Old on Notice { kind }`;
  const current = `query ($entry: NotificationEntry!, $status: UserStatus, $sort: UserSort!, $channel: NotificationChannel) {
    notifications(entry: $entry) { nodes { kind text } }
    members: users(status: $status, sort: $sort) { nodes { id } }
    noticeDispatches: notificationDispatches(channel: $channel) { nodes { receiver: recipient { id } } }
  }`;
  const variables = { entry: "ACCOUNT", status: "NORMAL", sort: "NEWEST", channel: "EMAIL" };
  await admin.graphql(
    `mutation ($id: ID!, $to: MemberStatus!) { setMemberStatus(userId: $id, status: $to) { id } }`,
    { id: member.id, to: "NORMAL" },
  );

  const expected = await admin.graphql(current, variables);
  expect(expected.members.nodes.length).toBeGreaterThan(0);
  expect(await admin.graphql(old, variables)).toEqual(expected);
  expect(await admin.graphql(old, variables)).toEqual(expected);
});

test("old names of inputs are taken", async () => {
  const member = await forum.member();
  const answer = await member.graphql(
    `mutation ($input: NoticePreferencesInput!) { saveNoticePreferences(input: $input) { showText } }`,
    { input: { showText: true } },
  );
  expect(answer).toEqual({ saveNoticePreferences: { showText: true } });
});

test("a type that never was is refused as before", async () => {
  const member = await forum.member();
  const { errors } = (
    await member.post("/graphql", {
      query: "{ notifications(entry: THREAD) { nodes { ... on Noticeboard { id } } } }",
    })
  ).json();
  expect(errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
});
