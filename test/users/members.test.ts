import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const SET_GROUP = `
  mutation ($id: ID!, $group: ID!, $end: DateTimeISO) {
    setUserGroup(userId: $id, groupId: $group, expiresAt: $end) { group { id } groupExpiresAt }
  }`;
const SET_STATUS = `
  mutation ($id: ID!, $status: UserStatus!, $reason: String) {
    setUserStatus(userId: $id, status: $status, reason: $reason) { status statusReason }
  }`;
const REPLY = `mutation ($t: ID!) { replyToThread(input: {threadId: $t, body: "Hi"}) { id } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const firstThread = async (): Promise<string> =>
  (await admin.graphql(`{ threads(first: 1) { nodes { id } } }`)).threads.nodes[0].id as string;

test("the last administrator stays one: no other group, no end, no ban", async () => {
  const id = admin.id;
  const end = new Date(Date.now() + 86_400_000).toISOString();

  for (const [document, variables] of [
    [SET_GROUP, { id, group: "10" }],
    [SET_GROUP, { id, group: "1", end }],
    [SET_STATUS, { id, status: "BANNED" }],
  ] as const) {
    await expect(admin.graphql(document, variables)).rejects.toMatchObject({ code: "IN_USE" });
  }
  expect((await admin.graphql(`{ site { viewerCanAdminister } }`)).site.viewerCanAdminister).toBe(true);
});

test("an administrator for a time is not the one who must remain, and a banned one may always be moved", async () => {
  const other = await forum.admin();
  const banned = await forum.admin();
  const end = new Date(Date.now() + 86_400_000).toISOString();
  await admin.graphql(SET_STATUS, { id: banned.id, status: "BANNED" });
  await admin.graphql(SET_GROUP, { id: other.id, group: "1", end });

  await expect(admin.graphql(SET_GROUP, { id: admin.id, group: "10" })).rejects.toMatchObject({
    code: "IN_USE",
  });
  await admin.graphql(SET_GROUP, { id: other.id, group: "10" });
  await admin.graphql(SET_GROUP, { id: banned.id, group: "10" });

  expect(await forum.rows("SELECT u.id FROM users u WHERE u.groupId = 1 ORDER BY u.id")).toEqual([
    { id: admin.id },
  ]);
});

test("a group for a time ends by itself, and the default group returns", async () => {
  const member = await forum.member();
  const gold = await forum.group(["viewThreads"]);
  const end = new Date(Date.now() + 1_500).toISOString();

  await admin.graphql(SET_GROUP, { id: member.id, group: gold, end });
  const may = async () =>
    (await member.graphql(`{ permissionAnswer(permission: "thread.reply") { allowed } }`)).permissionAnswer
      .allowed;
  expect(await may()).toBe(false);

  await expect.poll(may, { timeout: 10_000 }).toBe(true);
  const past = new Date(Date.now() - 1000).toISOString();
  await expect(admin.graphql(SET_GROUP, { id: member.id, group: gold, end: past })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
  });
});

test("a banned member changes nothing, learns why, and is let back in", async () => {
  const member = await forum.member();
  const thread = await firstThread();

  await admin.graphql(SET_STATUS, { id: member.id, status: "BANNED", reason: "Spam" });
  await expect(member.graphql(REPLY, { t: thread })).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
  expect((await member.graphql(`{ viewer { status statusReason } }`)).viewer).toEqual({
    status: "BANNED",
    statusReason: "Spam",
  });
  await admin.graphql(SET_STATUS, { id: member.id, status: "NORMAL" });

  await member.graphql(REPLY, { t: thread });
  const { nodes } = (
    await admin.graphql(
      `query ($t: String) { auditLog(target: $t) { nodes { action before after reason } } }`,
      { t: `user:${member.id}` },
    )
  ).auditLog;
  expect(nodes).toEqual([
    { action: "setUserStatus", before: '{"status":"BANNED"}', after: '{"status":"NORMAL"}', reason: "" },
    {
      action: "setUserStatus",
      before: '{"status":"NORMAL"}',
      after: '{"status":"BANNED"}',
      reason: "Spam",
    },
  ]);
});

test("where registrations are reviewed, a new member waits until an administrator lets them in", async () => {
  const save = `mutation ($v: String!) { saveSettings(entries: [{key: "register_validate", value: $v}]) { id } }`;
  await admin.graphql(save, { v: "1" });
  const { register } = await forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "waits", password: "secret-12", nickname: "waits"}) { viewer { id status } } }`,
    );
  await admin.graphql(save, { v: "0" });

  expect(register.viewer.status).toBe("UNDER_REVIEW");
  const list = `{ users(status: UNDER_REVIEW) { nodes { username status } } }`;
  expect((await admin.graphql(list)).users.nodes).toEqual([{ username: "waits", status: "UNDER_REVIEW" }]);
  await admin.graphql(SET_STATUS, { id: register.viewer.id, status: "NORMAL" });
  expect((await admin.graphql(list)).users.nodes).toEqual([]);
});

test("a password that an administrator sets ends all sessions, works, and is written in no log", async () => {
  const { register } = await forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "forgot", password: "secret-12", nickname: "forgot"}) { viewer { id } } }`,
    );
  const reset = `mutation ($id: ID!, $p: String!) { resetUserPassword(userId: $id, password: $p) }`;

  await expect(admin.graphql(reset, { id: register.viewer.id, p: "x" })).rejects.toMatchObject({
    code: "PASSWORD_TOO_SHORT",
  });
  await admin.graphql(reset, { id: register.viewer.id, p: "canary-4711" });

  expect(await forum.rows("SELECT id FROM sessions WHERE userId = ?", [Number(register.viewer.id)])).toEqual(
    [],
  );
  await forum
    .visitor()
    .graphql(`mutation { login(input: {username: "forgot", password: "canary-4711"}) { expiresAt } }`);
  expect(JSON.stringify([await forum.rows("SELECT * FROM audit_log"), forum.logLines])).not.toContain(
    "canary-4711",
  );
});

test("members are listed by who was here last and by who writes most, in a group, in a standing, page by page", async () => {
  const group = await forum.group([]);
  const people = [
    await forum.join(group),
    await forum.join(group),
    await forum.join(group),
    await forum.join(group),
  ];
  const [ann, ben, cid, dan] = people.map(({ id }) => id) as [number, number, number, number];
  const say = (id: number, posts: number, seen: number, status = 0) =>
    forum.write((ctx) =>
      run(ctx, "UPDATE users SET postCount = ?, lastSeenMinute = ?, status = ? WHERE id = ?", [
        posts,
        seen,
        status,
        id,
      ]),
    );
  await say(ann, 5, 29_000_001);
  await say(ben, 9, 29_000_003);
  await say(cid, 5, 29_000_002, 1);
  await say(dan, 0, 0);
  const ask = async (args: string) =>
    (
      await admin.graphql(
        `{ users(groupId: "${group}", ${args}) { nodes { id lastSeenAt } pageInfo { endCursor hasNextPage } } }`,
      )
    ).users;
  const ids = async (args: string): Promise<number[]> => {
    const found: number[] = [];
    for (let after = ""; ;) {
      const { nodes, pageInfo } = await ask(`${args}, first: 2${after}`);
      found.push(...nodes.map(({ id }: { id: string }) => Number(id)));
      if (!pageInfo.hasNextPage) return found;
      after = `, after: "${pageInfo.endCursor}"`;
    }
  };

  expect(await ids("sort: MOST_POSTS")).toEqual([ben, cid, ann, dan]);
  expect(await ids("sort: LAST_SEEN")).toEqual([ben, cid, ann, dan]);
  expect(await ids("sort: MOST_POSTS, status: NORMAL")).toEqual([ben, ann, dan]);
  expect(await ids("sort: LAST_SEEN, status: BANNED")).toEqual([cid]);
  expect(await ids(`sort: MOST_POSTS, query: "person"`)).toEqual([ben, cid]);
  const { nodes } = await ask("sort: LAST_SEEN");
  expect([nodes[0].lastSeenAt, nodes[3].lastSeenAt]).toEqual(["2025-02-19T21:23:00.000Z", null]);
  const all = (await admin.graphql(`{ users(sort: MOST_POSTS, first: 1) { nodes { id } } }`)).users.nodes;
  expect(all).toEqual([{ id: String(ben) }]);
  await say(cid, 5, 29_000_002);
});

test("a program reads again who changed since: by name, group and standing, not who merely reads and writes", async () => {
  const group = await forum.group(["viewThreads", "thread.viewPosts", "thread.reply"]);
  const people = [await forum.join(group), await forum.join(group), await forum.join(group)];
  const [ann, ben, cid] = people as [Person, Person, Person];
  const ask = async (since: string, args = "", by: Person = admin): Promise<number[]> => {
    const { users } = await by.graphql(
      `query ($since: DateTimeISO) { users(updatedSince: $since${args}) { nodes { id } } }`,
      { since },
    );
    return users.nodes.map(({ id }: { id: string }) => Number(id)) as number[];
  };
  const now = async (): Promise<string> => {
    const last = `SELECT COALESCE(MAX(updatedAt), '2000-01-01') AS at FROM users`;
    const [{ at }] = (await forum.rows<{ at: string | Date }>(last)) as [{ at: string | Date }];
    return new Date(
      (at instanceof Date ? at : new Date(`${at.replace(" ", "T")}Z`)).getTime() + 1,
    ).toISOString();
  };
  const settled = async (): Promise<string> => {
    const start = await now();
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(Date.parse(start));
    return start;
  };

  const start = await settled();
  await ann.graphql(REPLY, { t: await firstThread() });
  expect(await ask(start)).toEqual([]);
  await ben.graphql(`mutation { updateProfile(input: { signature: "Tea first." }) { id } }`);
  expect(await ask(start)).toEqual([ben.id]);
  const later = await settled();
  await admin.graphql(SET_STATUS, { id: cid.id, status: "BANNED" });
  await admin.graphql(SET_GROUP, { id: ann.id, group: "10" });
  const joined = await forum.join(group);
  expect(await ask(later)).toEqual([joined.id, cid.id, ann.id]);
  expect(await ask(later, `, groupId: "${group}", status: BANNED`)).toEqual([cid.id]);
  expect(await ask(later, ", sort: MOST_POSTS, first: 1")).toEqual([ann.id]);
  expect(await ask(later, `, query: "${ben.id}"`)).toEqual([]);
  expect(await ask(start, `, query: "${ben.id}"`)).toEqual([ben.id]);

  const last = await settled();
  await admin.graphql(`mutation ($id: ID!) { deleteGroups(ids: [$id]) { id } }`, { id: group });
  expect((await ask(last)).sort()).toEqual([ben.id, cid.id, joined.id].sort());
  await expect(ask(start, "", ann)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(ask(start, "", forum.visitor())).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("who signs in was just seen, and others do not learn when", async () => {
  const person = await forum.member();
  const seen = async (by: Person) =>
    (await by.graphql(`{ user(id: "${person.id}") { lastSeenAt } }`)).user.lastSeenAt as string | null;
  const minutes = (Date.now() - Date.parse((await seen(admin))!)) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(0);
  expect(minutes).toBeLessThan(2);
  expect([await seen(await forum.member()), await seen(forum.visitor())]).toEqual([null, null]);
});

test("members are found by the beginning of either name, by id, group and status, page by page", async () => {
  const group = await forum.group([]);
  const [one, two, three] = [await forum.join(group), await forum.join(group), await forum.join(group)];
  const ask = async (args: string) =>
    (await admin.graphql(`{ users(${args}) { nodes { id } pageInfo { endCursor hasNextPage } } }`)).users;
  const ids = (page: { nodes: { id: string }[] }) => page.nodes.map(({ id }) => Number(id));

  const first = await ask(`groupId: "${group}", first: 2`);
  const second = await ask(`groupId: "${group}", first: 2, after: "${first.pageInfo.endCursor}"`);

  expect([ids(first), ids(second)]).toEqual([[three.id, two.id], [one.id]]);
  expect(ids(await ask(`query: "${one.nickname.toUpperCase()}", groupId: "${group}"`))).toEqual([one.id]);
  expect(ids(await ask(`query: "${two.id}"`))).toContain(two.id);
  expect(ids(await ask(`query: "nobody-is-called-so"`))).toEqual([]);
});
