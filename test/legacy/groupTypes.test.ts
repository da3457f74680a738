import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let keeper: Person;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
  admin = await OldClient.of(forum, keeper);
});
afterAll(() => forum.close());

describe("wrong types in every field", () => {
  const right = {
    id: 8,
    name: "体验",
    type: "t",
    isPaid: 0,
    scale: 1,
    isSubordinate: true,
    isCommission: true,
  };
  const wrong = [
    "id",
    "name",
    "type",
    "isPaid",
    "scale",
    "isSubordinate",
    "isCommission",
    "isDisplay",
    "default",
    "fee",
    "days",
    "level",
    "description",
    "notice",
    "timeRange",
    "contentRange",
    "color",
    "icon",
  ].flatMap((field): [string, unknown][] => [
    [field, { a: 1 }],
    [field, ["x"]],
  ]);
  const state = async () => [
    await forum.rows("SELECT * FROM `groups` ORDER BY id"),
    await forum.rows("SELECT * FROM group_permissions ORDER BY groupId, permission"),
  ];

  test.each(wrong)(
    "%s as %j: -4001 for making and changing groups, and nothing is changed",
    async (field, value) => {
      const before = await state();

      expect(
        await admin.post("/api/groups/batchupdate.v2", { data: [{ ...right, [field]: value }] }),
      ).toMatchObject({
        Code: -4001,
        Data: [],
      });
      // New groups have no such fields, and what nobody knows is ignored.
      if (!["id", "timeRange", "contentRange"].includes(field))
        expect(await admin.post("/api/groups.create.v2", { name: "Typed", [field]: value })).toMatchObject({
          Code: -4001,
          Data: [],
        });
      expect(await state()).toEqual(before);
    },
  );

  test.each([
    ["POST", "/api/groups.batchdelete.v2", { ids: { a: 1 } }],
    ["POST", "/api/groups.batchdelete.v2", { ids: [8, 9] }],
    ["POST", "/api/groups.batchdelete.v2", { ids: true }],
    ["GET", "/api/group.resource.v2", { id: { a: 1 } }],
    ["GET", "/api/group.resource.v2", { id: "1 OR 1=1" }],
    ["GET", "/api/group.resource.v2", { id: 10, include: { a: 1 } }],
    ["POST", "/api/permission.v2", { groupId: { a: 1 }, permissions: [] }],
    ["POST", "/api/permission.v2", { groupId: 10, permissions: 7 }],
    ["POST", "/api/permission.v2", { groupId: 10, permissions: { a: "viewThreads" } }],
    ["POST", "/api/permission.v2", { groupId: 10, permissions: [7] }],
    ["POST", "/api/permission.v2", { groupId: 10, permissions: ["category99999x.thread.reply"] }],
    ["POST", "/api/permission.v2", { groupId: 10, permissions: ["constructor"] }],
  ])("%s %s with %j: -4001, and nothing is changed", async (method, path, parameters) => {
    const before = await state();
    const sent = method === "GET" ? { query: parameters } : { body: parameters };

    expect(await admin.call(method, path, sent)).toMatchObject({ Code: -4001, Data: [] });
    expect(await state()).toEqual(before);
  });

  test("nobody takes the administrators' rights, deletes their group, or the last of them", async () => {
    const before = await state();

    expect(await admin.post("/api/permission.v2", { groupId: 1, permissions: [] })).toMatchObject({
      Code: -4001,
    });
    for (const id of [1, 5, 6, 7, 8, 10])
      expect(await admin.post("/api/groups.batchdelete.v2", { ids: String(id) })).toMatchObject({
        Code: -4002,
        Data: [],
      });
    expect(await state()).toEqual(before);
    for (const document of [
      `mutation ($id: ID!) { setUserGroup(userId: $id, groupId: "10") { id } }`,
      `mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED) { id } }`,
    ]) {
      const [{ id }] = (await forum.rows<{ id: number }>("SELECT id FROM users WHERE groupId = 1")) as [
        { id: number },
      ];
      await expect(keeper.graphql(document, { id })).rejects.toMatchObject({
        code: "IN_USE",
        legacyCode: -4005,
      });
    }
  });
});
