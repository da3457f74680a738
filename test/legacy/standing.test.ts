import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";
import { createCategory, publish } from "../threads/content.ts";

/** Actions left to members who are banned, or whose registration is not through (legacy-facts 5.9): at both doors. */

let forum: Forum;
let keeper: Person;
let membersOnly: string;
let open: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  open = await forum.categoryId();
  membersOnly = await createCategory(keeper, "Members only");
  await forum.write(async (ctx) => {
    await ctx.db.query(
      "DELETE FROM group_permissions WHERE groupId = 7 AND permission IN ('viewThreads', 'thread.viewPosts')",
    );
    for (const right of ["viewThreads", "thread.viewPosts"])
      await ctx.db.query("INSERT INTO group_permissions (groupId, permission) VALUES (7, ?)", [
        `category${open}.${right}`,
      ]);
  });
  await keeper.graphql(`mutation { setGroupPermissions(groupId: "8", permissions: []) }`);
  await publish(keeper, { categoryId: membersOnly, title: "For members", body: "canary" });
  await publish(keeper, { categoryId: open, title: "For all", body: "open" });
});
afterAll(() => forum.close());

const STATUSES = [
  ["banned", 1, -4009, "ACCOUNT_BANNED"],
  ["under review", 2, -3003, "UNDER_REVIEW"],
  ["refused", 3, -4007, "REVIEW_REFUSED"],
  ["ignored", 4, -4008, "REVIEW_IGNORED"],
  ["without the sign-in fields", 10, -3007, "SIGN_IN_FIELDS_MISSING"],
] as const;

async function somebody(status: number): Promise<{ person: Person; client: OldClient }> {
  const person = await forum.member();
  const client = await OldClient.of(forum, person);
  await forum.write((ctx) =>
    ctx.db.query("UPDATE users SET status = ?, statusReason = 'Because' WHERE id = ?", [status, person.id]),
  );
  return { person, client };
}

describe.each(STATUSES)("a member who is %s", (_what, status, number, code) => {
  test(`is told ${number} by every call but those that tell who they are`, async () => {
    const { person, client } = await somebody(status);
    const mayLook = status === 2 ? 0 : number;

    expect(await client.get("/api/v3/forum")).toMatchObject({
      Code: 0,
      Data: { user: { userId: person.id } },
    });
    expect((await client.get("/api/v3/user")).Data).toMatchObject({
      id: person.id,
      status,
      banReason: "Because",
    });
    expect((await client.get("/api/v3/thread.list")).Code).toBe(mayLook);
    expect((await client.get("/api/v3/unreadnotification")).Code).toBe(mayLook);
    expect((await client.get("/api/v3/users/deny.list")).Code).toBe(mayLook);
    for (const path of ["/api/v3/thread.detail", "/api/v3/dialog", "/api/v3/notification"])
      expect([path, (await client.get(path, { threadId: 1 })).Code]).toEqual([path, number]);
    for (const path of ["/api/v3/thread.create", "/api/v3/follow.create", "/api/v3/dialog.create"])
      expect([path, (await client.post(path, {})).Code]).toEqual([path, number]);
  });

  test("changes nothing over GraphQL, and reads what visitors read", async () => {
    const { person } = await somebody(status);
    const titles = async (reader: Person): Promise<string[]> =>
      (await reader.graphql(`{ threads(first: 50) { nodes { title } } }`)).threads.nodes.map(
        ({ title }: { title: string }) => title,
      );

    await expect(publish(person, { categoryId: open, title: "x", body: "x" })).rejects.toMatchObject({
      code,
    });
    expect(await titles(person)).toEqual(await titles(forum.visitor()));
    expect(await titles(person)).toContain("For all");
    expect(await titles(await forum.member())).toContain("For members");
    expect(await person.graphql(`{ viewer { id statusReason } }`)).toMatchObject({
      viewer: { id: String(person.id), statusReason: "Because" },
    });
  });
});

test("bans and refusals say why, in the words of the predecessor", async () => {
  const [banned, refused] = [await somebody(1), await somebody(3)];

  expect((await banned.client.get("/api/v3/thread.list")).Data).toEqual({ banReason: "Because" });
  expect((await refused.client.get("/api/v3/thread.list")).Data).toEqual({
    id: refused.person.id,
    userName: refused.person.credentials!.username,
    rejectReason: "Because",
  });
});

test("a banned administrator is none; calls for administrators say what the ban says", async () => {
  const admin = await forum.admin();
  const client = await OldClient.of(forum, admin);
  await keeper.graphql(
    `mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED, reason: "Enough") { id } }`,
    {
      id: admin.id,
    },
  );

  expect(await client.get("/api/siteinfo.v2")).toMatchObject({ Code: -4009, Data: { banReason: "Enough" } });
});

test("a closed site says so first, and lets administrators in", async () => {
  const { client } = await somebody(1);
  const admin = await OldClient.of(forum, keeper);
  const close = (value: number) =>
    admin.post("/api/settings.v2", [
      { key: "site_close", tag: "default", value },
      { key: "site_close_msg", tag: "default", value: "Back at noon" },
    ]);
  await close(1);

  for (const path of ["/api/v3/forum", "/api/v3/thread.list", "/api/siteinfo.v2"])
    expect(await client.get(path)).toMatchObject({ Code: -3005, Data: { detail: "Back at noon" } });
  expect(await admin.get("/api/siteinfo.v2")).toMatchObject({ Code: 0 });
  await close(0);
});
