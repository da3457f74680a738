import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";

let forum: Forum;
let admin: OldClient;
let named = 0;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await OldClient.of(forum, await forum.admin());
});
afterAll(() => forum.close());

const newName = (): string => `组${++named}`;
const create = async (more: object = {}): Promise<{ id: number; name: string; level: number }> =>
  (await admin.post("/api/groups.create.v2 ", { name: newName(), ...more })).Data;
const paid = (more: object = {}): object => ({ isPaid: 1, fee: 9.9, days: 30, ...more });
const stored = async (id: number) => (await forum.rows("SELECT * FROM `groups` WHERE id = ?", [id]))[0];

describe("POST /api/groups.create.v2", () => {
  test("creates a free group with what was sent", async () => {
    const name = newName();

    const answer = await admin.post("/api/groups.create.v2 ", {
      ...{
        name,
        type: "t",
        color: "#ff8800",
        icon: "/i.png",
        scale: 3.5,
        isCommission: "true",
        isSubordinate: "false",
      },
    });

    expect(answer.Code).toBe(0);
    expect(answer.Data).toMatchObject({
      ...{
        name,
        type: "t",
        color: "#ff8800",
        icon: "/i.png",
        default: false,
        isPaid: 0,
        fee: "0.00",
        level: 0,
      },
      scale: 3.5,
      isCommission: true,
      isSubordinate: false,
    });
    expect(await stored(answer.Data.id)).toMatchObject({ name, scale: 35, fee: 0 });
  });

  test("a paid group without a level gets the next free one, and there are five at most", async () => {
    const first = await create(paid());
    const third = await create(paid({ level: 3 }));
    const second = await create(paid());
    expect([first.level, third.level, second.level]).toEqual([1, 3, 2]);
    expect(await stored(first.id)).toMatchObject({ fee: 990, days: 30 });

    expect(
      await admin.post("/api/groups.create.v2", { name: newName(), ...paid({ level: 3 }) }),
    ).toMatchObject({
      Code: -4003,
      Message: "付费组，级别已存在",
    });
    const others = [await create(paid()), await create(paid())];
    expect(await admin.post("/api/groups.create.v2", { name: newName(), ...paid() })).toMatchObject({
      Code: -4003,
      Message: "付费组，个数已达上限",
    });
    const ids = [first, second, third, ...others].map(({ id }) => id).join();
    expect(await admin.post("/api/groups.batchdelete.v2", { ids })).toMatchObject({ Code: 0, Data: [] });
  });

  test.each([
    [{}, -4001, "名称是必填项"],
    [{ name: "" }, -4001, "用户组名称不能为空"],
    [{ name: "十一个字符的名称太长了" }, -4001, "用户组名称不能超过 10 个字符"],
    [{ name: 7, isPaid: "perhaps" }, -4001, "isPaid 必须是布尔值"],
    [{ name: "Wrong", isPaid: 1, fee: 0, days: 1 }, -4001, "付费组，费用错误"],
    [{ name: "Wrong", isPaid: 1, fee: 1, days: 0 }, -4001, "付费组，天数错误"],
    [{ name: "Wrong", isPaid: 1, fee: 1, days: 1, level: 6 }, -4001, "付费组，级别错误"],
    [{ name: "Wrong", isPaid: 1, fee: 1, days: 1, default: true }, -4001, "付费组，不可设置为默认组"],
    [{ name: "普通会员" }, -4003, "用户组名称已存在"],
    [{ name: "Wrong", scale: 11 }, -4001, "比例不能大于 10"],
    [{ name: "Wrong", fee: "much" }, -4001, "费用必须是数字"],
  ])("%j is refused with %i %s", async (body, code, message) => {
    const before = await forum.rows("SELECT id FROM `groups`");

    const answer = await admin.post("/api/groups.create.v2", body);

    expect(answer).toMatchObject({ Code: code, Data: [] });
    expect(answer.Message).toContain(message);
    expect(await forum.rows("SELECT id FROM `groups`")).toEqual(before);
  });
});

/** Fields that each change of a group has beside its id (spec §5). */
const WHOLE = { name: "x", type: "", scale: 0 };

describe("POST /api/groups/batchupdate.v2", () => {
  test("changes several groups at once; the default is always exactly one", async () => {
    const [one, two] = [await create(), await create()];

    const answer = await admin.post("/api/groups/batchupdate.v2", {
      data: [
        { id: one.id, name: newName(), type: "x", scale: 2, isSubordinate: true, default: true },
        { id: two.id, name: newName(), type: "", scale: 0, description: "所有人" },
      ],
    });

    expect(answer).toMatchObject({
      Code: 0,
      Data: [{ default: true, isSubordinate: true }, { description: "所有人" }],
    });
    expect(await forum.rows("SELECT id FROM `groups` WHERE isDefault = 1")).toEqual([{ id: one.id }]);
    await admin.post("/api/groups/batchupdate.v2", [
      { id: 10, name: "普通会员", type: "", scale: 0, default: 1 },
    ]);
    expect(await forum.rows("SELECT id FROM `groups` WHERE isDefault = 1")).toEqual([{ id: 10 }]);
  });

  test("levels of paid groups are counted anew, if all are named", async () => {
    const [low, high] = [await create(paid()), await create(paid())];
    const asked = (id: number, level: number): object => ({
      id,
      name: newName(),
      type: "",
      scale: 0,
      level,
    });

    expect(await admin.post("/api/groups/batchupdate.v2", { data: [asked(low.id, 9)] })).toMatchObject({
      Code: -4001,
      Message: "付费组数据不一致请刷新",
    });
    await admin.post("/api/groups/batchupdate.v2", { data: [asked(low.id, 9), asked(high.id, 4)] });

    expect(await stored(high.id)).toMatchObject({ level: 1 });
    expect(await stored(low.id)).toMatchObject({ level: 2 });
  });

  test.each([
    ["no list", {}, "data 必须是数组"],
    ["an empty list", { data: [] }, "参数错误"],
    ["one alone", { id: 8, ...WHOLE }, "data 必须是数组"],
    ["an unknown id", { data: [{ ...WHOLE, id: 99999 }] }, "组不存在了"],
    ["no id", { data: [{ ...WHOLE }] }, "id 是必填项"],
    ["a wrong id", { data: [{ ...WHOLE, id: "ten" }] }, "id 必须是数字"],
    ["no name", { data: [{ ...WHOLE, id: 8, name: undefined }] }, "名称是必填项"],
    ["no type", { data: [{ ...WHOLE, id: 8, type: undefined }] }, "类型是必填项"],
    ["no scale", { data: [{ ...WHOLE, id: 8, scale: undefined }] }, "比例是必填项"],
    ["another kind", { data: [{ ...WHOLE, id: 8, isPaid: 1 }] }, "付费组和免费组不可变换"],
    ["visitors as the default", { data: [{ ...WHOLE, id: 7, default: true }] }, "该用户组不可设置为默认组"],
    [
      "no default at all",
      { data: [{ ...WHOLE, id: 10, name: "普通会员", default: false }] },
      "必须有一个默认用户组",
    ],
  ])("%s is refused, and nothing is changed", async (_what, body, message) => {
    const before = await forum.rows("SELECT * FROM `groups` ORDER BY id");

    expect(await admin.post("/api/groups/batchupdate.v2", body)).toMatchObject({
      Code: -4001,
      Message: message,
    });
    expect(await forum.rows("SELECT * FROM `groups` ORDER BY id")).toEqual(before);
  });
});

describe("POST /api/groups.batchdelete.v2", () => {
  test("members of a deleted group join the default one", async () => {
    const group = await create();
    const person = await forum.join(group.id);

    expect(await admin.post("/api/groups.batchdelete.v2", { ids: `${group.id}` })).toMatchObject({
      Code: 0,
      Data: [],
    });

    expect(await stored(group.id)).toBeUndefined();
    expect(await forum.rows("SELECT groupId FROM users WHERE id = ?", [person.id])).toEqual([
      { groupId: 10 },
    ]);
  });

  test.each([
    ["", -4001, "未获取到必要参数"],
    ["0", -4001, "参数错误"],
    ["1abc", -4001, "参数错误"],
    ["99999", -4001, "记录不存在"],
    ["1", -4002, "系统内置用户组不可删除"],
    ["NEW,10", -4002, "系统内置用户组不可删除"],
  ])("ids %s: %i, and nothing is deleted", async (ids, code, message) => {
    const group = await create();

    const answer = await admin.post("/api/groups.batchdelete.v2", {
      ids: ids.replace("NEW", String(group.id)),
    });

    expect(answer).toMatchObject({ Code: code, Message: message });
    expect(await stored(group.id)).toBeDefined();
  });
});

describe("GET /api/group.resource.v2 and /api/groups.list.v2", () => {
  test("a group is read with what it may do only if that is asked for", async () => {
    const plain = await admin.get("/api/group.resource.v2", { id: 10 });
    const full = await admin.get("/api/group.resource.v2", { id: 10, include: "permission" });

    expect(plain.Data).toMatchObject({ id: 10, name: "普通会员", default: true, isPaid: 0 });
    expect(plain.Data.permission).toBeUndefined();
    expect(full.Data.permission).toContainEqual({ groupId: 10, permission: "thread.reply" });
    expect(full.Data.permission).toContainEqual({ groupId: 10, permission: "switch.thread.reply" });
  });

  test.each([
    [{}, -4004],
    [{ id: 99999 }, -4001],
    [{ id: "ten" }, -4001],
  ])("%j is refused with %i", async (query, code) => {
    expect(await admin.get("/api/group.resource.v2", query)).toMatchObject({ Code: code, Data: [] });
  });

  test("the list leaves out those who have yet to pay, and filters", async () => {
    const group = await create(paid());
    const ids = async (query: object): Promise<number[]> =>
      (await admin.get("/api/groups.list.v2", query)).Data.map(({ id }: { id: number }) => id);

    expect(await ids({})).toEqual(expect.arrayContaining([1, 5, 7, 8, 10, group.id]));
    expect(await ids({})).not.toContain(6);
    expect(await ids({ filter: { isPaid: 1 } })).toContain(group.id);
    expect(await ids({ filter: { isPaid: 1 } })).not.toContain(10);
    expect(await ids({ filter: { isDefault: 1 } })).toEqual([10]);
    expect(await ids({ filter: { type: "invite" } })).not.toContain(7);
    const { Data } = await admin.get("/api/groups.list.v2", { include: ["permission"] });
    expect(Data.find(({ id }: { id: number }) => id === 7).permission).toContainEqual({
      groupId: 7,
      permission: "viewThreads",
    });
  });
});

describe("POST /api/permission.v2", () => {
  const grantsOf = async (groupId: number): Promise<string[]> =>
    (
      await forum.rows<{ permission: string }>("SELECT permission FROM group_permissions WHERE groupId = ?", [
        groupId,
      ])
    )
      .map(({ permission }) => permission)
      .sort();
  const ALWAYS = [
    "cash.create",
    "order.create",
    "thread.favorite",
    "thread.likePosts",
    "trade.pay.order",
    "user.view",
    "userFollow.create",
  ];

  test("what a group may do is replaced, and holds at once", async () => {
    const group = await create();
    const member = await forum.join(group.id);
    const permissions = [
      "viewThreads",
      "thread.viewPosts",
      "category1.thread.reply",
      "switch.thread.reply",
      "",
      null,
      "viewThreads",
    ];

    const answer = await admin.post("/api/permission.v2", { groupId: group.id, permissions });

    expect(answer).toMatchObject({ Code: 0, Data: [] });
    expect(await grantsOf(group.id)).toEqual(
      [...ALWAYS, "category1.thread.reply", "thread.viewPosts", "viewThreads"].sort(),
    );
    expect((await member.graphql(`{ threads { nodes { id } } }`)).threads.nodes).toHaveLength(1);
  });

  test("an empty list leaves exactly what is always granted", async () => {
    const group = await create();

    await admin.post("/api/permission.v2", { groupId: group.id, permissions: [] });

    expect(await grantsOf(group.id)).toEqual(ALWAYS);
  });

  test.each([
    ["no group", { permissions: [] }, -4001],
    ["a wrong group", { groupId: "ten", permissions: [] }, -4001],
    ["an unknown group", { groupId: 99999, permissions: [] }, -4004],
    ["no list", { groupId: 10, permissions: "viewThreads" }, -4001],
    ["an unknown key", { groupId: 10, permissions: ["viewThreads", "thread.explode"] }, -4001],
    ["something else than keys", { groupId: 10, permissions: [{}] }, -4001],
  ])("%s is refused, and nothing is changed", async (_what, body, code) => {
    const before = await grantsOf(10);

    expect(await admin.post("/api/permission.v2", body)).toMatchObject({ Code: code, Data: [] });
    expect(await grantsOf(10)).toEqual(before);
  });
});

test("administrators who do the same at the same moment wait for each other", async () => {
  const groupId = await forum.group([]);
  const sets = Array.from({ length: 8 }, (_, index) => [
    "viewThreads",
    index % 2 === 0 ? "thread.reply" : "thread.essence",
  ]);

  const made = await Promise.all(
    Array.from({ length: 6 }, () => admin.post("/api/groups.create.v2", { name: "同名" })),
  );
  const saved = await Promise.all(
    sets.map((permissions) => admin.post("/api/permission.v2", { groupId, permissions })),
  );

  expect(made.map(({ Code }) => Code).sort()).toEqual([-4003, -4003, -4003, -4003, -4003, 0]);
  expect(saved.map(({ Code }) => Code)).toEqual(sets.map(() => 0));
  const left = await forum.rows("SELECT permission FROM group_permissions WHERE groupId = ?", [groupId]);
  expect(left).toHaveLength(9);
});
