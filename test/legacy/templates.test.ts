import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";

const SAVE = "/api/backAdmin/notification/tpl/update";
const DAY_S = 86_400;

let forum: Forum;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await OldClient.of(forum, await forum.admin());
});
afterAll(() => forum.close());

const detail = async (typeName: string, type: number) =>
  (await admin.get("/api/notification.v2/tpl/detail", { typeName, type })).Data[0];
const channelsOf = async (name: string) =>
  (await admin.get("/api/notification.v2/tpl", { name, typeStatus: "" })).Data.pageData[0].typeStatus.map(
    ({ type }: { type: string }) => type,
  );

test("a template of the site is worded anew and read back as it was written", async () => {
  const { tplId } = await detail("内容点赞通知", 0);

  const answer = await admin.post(SAVE, {
    data: [{ id: tplId, status: 1, title: "有人点赞", content: "{$nick_name} 觉得《{title}》不错" }],
  });

  expect(answer).toMatchObject({ Code: 0, Data: [{ tplId, status: 1, title: "有人点赞" }] });
  expect(await detail("内容点赞通知", 0)).toMatchObject({ content: "{$nick_name} 觉得《{title}》不错" });
});

test("a template of WeChat is switched on with the provider's id, and then listed", async () => {
  const { tplId } = await detail("内容回复通知", 1);
  expect(await channelsOf("内容回复通知")).toEqual(["系统"]);

  expect(await admin.post(SAVE, { data: [{ id: tplId, status: 1, templateId: "" }] })).toMatchObject({
    Code: -4001,
  });
  expect(await channelsOf("内容回复通知")).toEqual(["系统"]);
  const change = {
    id: tplId,
    status: 1,
    templateId: "TM00015",
    keywordsData: ["{$user_name}", "{$thread_title}"],
    pushType: 1,
    delayTime: 60,
  };
  expect(await admin.post(SAVE, { data: [change] })).toMatchObject({ Code: 0 });

  expect(await channelsOf("内容回复通知")).toEqual(["系统", "微信"]);
  expect(await detail("内容回复通知", 1)).toMatchObject({
    status: 1,
    templateId: "TM00015",
    keywordsData: ["{$user_name}", "{$thread_title}"],
    pushType: 1,
    delayTime: 60,
  });
});

test("the list asks for name and typeStatus, and typeStatus picks by the channels that are on", async () => {
  const list = (query: object) => admin.get("/api/notification.v2/tpl", query);
  expect(await list({ name: "" })).toMatchObject({
    Code: -4001,
    Message: expect.stringContaining("typeStatus"),
  });
  expect(await list({ typeStatus: "" })).toMatchObject({
    Code: -4001,
    Message: expect.stringContaining("名称"),
  });
  expect(await admin.get("/api/notification.v2/tpl/detail", {})).toMatchObject({ Code: -4001 });
  const names = async (typeStatus: string): Promise<string[]> =>
    (await list({ name: "", typeStatus, perPage: 50 })).Data.pageData.map(
      ({ name }: { name: string }) => name,
    );
  const all = await names("");
  expect(await names("系统, 微信")).toEqual(await names("1"));
  expect(await names("微信")).toEqual(["内容回复通知"]);
  expect([...(await names("1")), ...(await names("0"))].sort()).toEqual([...all].sort());
  expect((await admin.get("/api/backAdmin/notification/tpl", { perPage: 50 })).Data.totalCount).toBe(
    all.length,
  );
});

test("a template that is switched off is no longer listed, its name still is", async () => {
  const { tplId } = await detail("内容置顶通知", 0);
  await admin.post(SAVE, { data: [{ id: tplId, status: 0 }] });

  expect(await channelsOf("内容置顶通知")).toEqual([]);
});

test.each([
  ["a title that is empty", 0, { title: "" }],
  ["a variable that is not there", 0, { content: "{$order_sn}" }],
  ["a title of 101 characters", 0, { title: "字".repeat(101) }],
  ["a delay of more than 30 days", 1, { pushType: 1, delayTime: 30 * DAY_S + 1 }],
  ["a status of the wrong type", 0, { status: "maybe" }],
])("%s is refused, and nothing of the call is stored", async (_name, type, change) => {
  const before = await detail("内容支付通知", type);
  const other = await detail("内容精华通知", 0);

  const answer = await admin.post(SAVE, {
    data: [
      { id: other.tplId, title: "新标题" },
      { id: before.tplId, ...change },
    ],
  });

  expect(answer.Code).toBe(-4001);
  expect(await detail("内容支付通知", type)).toEqual(before);
  expect(await detail("内容精华通知", 0)).toEqual(other);
});

test("30 days are not too long", async () => {
  const { tplId } = await detail("内容支付通知", 2);
  const change = { id: tplId, pushType: 1, delayTime: 30 * DAY_S };

  expect(await admin.post(SAVE, { data: [change] })).toMatchObject({ Code: 0 });
  expect(await detail("内容支付通知", 2)).toMatchObject({ pushType: 1, delayTime: 30 * DAY_S });
});

test("an id that is not known is refused, as are all but administrators", async () => {
  expect(await admin.post(SAVE, { data: [{ id: 999, title: "x" }] })).toMatchObject({ Code: -4001 });

  const member = await OldClient.of(forum, await forum.member());
  const { tplId } = await detail("内容@通知", 0);
  expect(await member.post(SAVE, { data: [{ id: tplId, status: 0 }] })).toMatchObject({ Code: -4002 });
  expect(await channelsOf("内容@通知")).toEqual(["系统"]);
});
