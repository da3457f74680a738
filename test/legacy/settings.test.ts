import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { getSettings } from "../../server/features/settings/setting.service.ts";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let keeper: Person;
let admin: OldClient;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await forum.member();
  keeper = await forum.admin();
  admin = await OldClient.of(forum, keeper);
});
afterAll(() => forum.close());

const read = async (key: string, tag = "default") =>
  (await admin.get("/api/settings.v2 ", { key, tag })).Data;

test("every call for administrators is refused to visitors and members before its parameters are looked at", async () => {
  const people = [await OldClient.of(forum), await OldClient.of(forum, await forum.member())];
  const calls = Object.entries(forum.app.rest.routes).filter(([, { who }]) => who === "admin");

  for (const [name] of calls) {
    const [method, path] = name.split(" ") as [string, string];
    for (const person of people) {
      const answer = await person.call(method, path, { query: { id: "nonsense" } });
      expect([name, answer.Code, answer.Data]).toEqual([name, -4002, []]);
    }
    const stale = await OldClient.with(forum, `luntan_${"x".repeat(43)}`).call(method, path, {});
    expect([name, stale.Code]).toEqual([name, -4011]);
  }
  expect(calls.length).toBeGreaterThan(15);
});

describe("settings.v2", () => {
  test("saves under data and as a bare list, and nothing that is no list; the last of several counts", async () => {
    const saved = await admin.post("/api/settings.v2 ", {
      data: [
        { key: "site_name", value: "First", tag: "default" },
        { key: "site_name", value: "茶馆", tag: "default" },
        { key: "site_expire", value: 30, tag: "default" },
      ],
    });
    await admin.post("/api/settings.v2", [{ key: "site_title", value: "Bare", tag: "default" }]);
    const alone = { key: "site_record", value: "One", tag: "default" };
    for (const body of [alone, { data: alone }])
      expect(await admin.post("/api/settings.v2", body)).toMatchObject({ Code: -4001 });

    expect(saved).toMatchObject({ Code: 0, Message: "接口调用成功", Data: [] });
    expect(await read("site_name")).toEqual([{ key: "site_name", value: "茶馆", tag: "default" }]);
    expect(await read("site_expire")).toMatchObject([{ value: "30" }]);
    expect(await read("site_title")).toMatchObject([{ value: "Bare" }]);
    expect(await read("site_record")).not.toMatchObject([{ value: "One" }]);
  });

  test("lists and flags of any type are stored as text", async () => {
    const manage = [{ key: 1, desc: "PC", value: false, tag: "default" }];
    await admin.post("/api/settings.v2", {
      data: [
        { key: "site_manage", value: manage, tag: "default" },
        { key: "support_img_ext", value: "PNG,Jpg", tag: "default" },
        { key: "register_close", value: true, tag: "default" },
      ],
    });

    expect(JSON.parse((await read("site_manage"))[0].value)).toEqual(manage);
    expect(await read("support_img_ext")).toMatchObject([{ value: "png,jpg" }]);
    expect(await read("register_close")).toMatchObject([{ value: "1" }]);
  });

  test.each([
    ["no list", {}, -4001],
    ["no key", { data: [{ value: 1 }] }, -4001],
    ["a key that is no text", { data: [{ key: {}, value: 1, tag: "default" }] }, -4001],
    ["an unknown key", { data: [{ key: "nothing", value: 1, tag: "default" }] }, -4001],
    ["a mode that does not exist", { data: [{ key: "site_mode", value: "free", tag: "default" }] }, -4001],
    [
      "shares that are not ten together",
      { data: [{ key: "site_author_scale", value: 4, tag: "default" }] },
      -4001,
    ],
  ])("%s: refused, and nothing is stored", async (_what, body, code) => {
    const before = await forum.rows("SELECT * FROM settings ORDER BY tag, `key`");

    expect(await admin.post("/api/settings.v2", body)).toMatchObject({ Code: code });
    expect(await forum.rows("SELECT * FROM settings ORDER BY tag, `key`")).toEqual(before);
  });

  test("what is wrong with a value is told in Data", async () => {
    const answer = await admin.post("/api/settings.v2", {
      data: [{ key: "site_expire", value: 1_000_001, tag: "default" }],
    });

    expect(answer).toMatchObject({
      Code: -4001,
      Message: "参数错误",
      Data: "请输入正确的付费模式过期天数：0~1000000",
    });
  });

  test("shares that are not ten together are named in Message", async () => {
    const answer = await admin.post("/api/settings.v2", {
      data: [{ key: "site_author_scale", value: 4, tag: "default" }],
    });

    expect(answer).toMatchObject({ Code: -4001, Message: "scale_sum_not_10", Data: [] });
  });

  test("an entry or a question without key, value or tag is refused", async () => {
    const whole = { key: "site_name", value: "Whole", tag: "default" };
    for (const missing of ["key", "value", "tag"])
      expect(
        await admin.post("/api/settings.v2", { data: [whole, { ...whole, [missing]: undefined }] }),
      ).toMatchObject({ Code: -4001 });
    expect(await admin.get("/api/settings.v2")).toMatchObject({ Code: -4001 });
    expect(await admin.get("/api/settings.v2", { key: "site_name" })).toMatchObject({ Code: -4001 });
    expect(await read("site_name")).not.toMatchObject([{ value: "Whole" }]);
  });

  test("what nobody saved and has no default is an empty list", async () => {
    expect(await read("token_hash", "setup")).toEqual([]);
  });
});

describe("what follows from a save", () => {
  const save = (...entries: object[]) =>
    admin.post("/api/settings.v2", { data: entries.map((entry) => ({ tag: "default", ...entry })) });
  const grants = (permission: string) =>
    forum.rows("SELECT groupId FROM group_permissions WHERE permission = ?", [permission]);
  const lastSave = async (): Promise<string[]> =>
    (
      await keeper.graphql(`{ settingSaves(first: 1) { nodes { changes { key before after } } } }`)
    ).settingSaves.nodes[0].changes.map(
      ({ key, before, after }: Record<string, string>) => `${key} ${before} → ${after}`,
    );

  test("what needs the cloud API is refused until it is on; in one save both are", async () => {
    for (const key of [
      "qcloud_sms",
      "qcloud_captcha",
      "qcloud_cos",
      "qcloud_vod",
      "qcloud_faceid",
      "qcloud_cms_text",
    ]) {
      expect(await save({ tag: "qcloud", key, value: 1 })).toMatchObject({
        Code: -4001,
        Message: "参数错误",
        Data: "请先开启云API",
      });
      expect(await read(key, "qcloud")).toMatchObject([{ value: "0" }]);
    }

    expect(
      await save(
        { tag: "qcloud", key: "qcloud_close", value: 1 },
        { tag: "qcloud", key: "qcloud_sms", value: 1 },
      ),
    ).toMatchObject({ Code: 0 });
    for (const [key, reason] of [
      ["qcloud_faceid", "实名认证尚未提供"],
      ["qcloud_cms_text", "选择审核服务"],
      ["qcloud_cms_image", "选择审核服务"],
      ["qcloud_cos", "对象存储尚未接入"],
      ["qcloud_vod", "云点播尚未接入"],
    ])
      expect(await save({ tag: "qcloud", key, value: 1 })).toMatchObject({
        Code: -4001,
        Data: expect.stringContaining(reason!) as string,
      });
    const { qcloud } = (await admin.get("/api/v3/forum")).Data;
    expect(qcloud).toMatchObject({ qcloudClose: true, qcloudSms: true, qcloudCaptcha: false });
  });

  test("text messages off: nobody has to bind a phone; all of it in history and log", async () => {
    const groupId = await forum.group(["publishNeedBindPhone", "thread.reply"]);

    await save({ tag: "qcloud", key: "qcloud_sms", value: 0 });

    expect(await grants("publishNeedBindPhone")).toEqual([]);
    expect(await lastSave()).toContain("qcloud_sms 1 → 0");
    const { auditLog } = await keeper.graphql(
      `{ auditLog(first: 5) { nodes { action target before after } } }`,
    );
    const told = auditLog.nodes.map(({ target }: { target: string }) => target);
    expect(told).toEqual(expect.arrayContaining(["setting:qcloud/qcloud_sms", `group:${groupId}`]));
    expect((await forum.rows("SELECT 1 FROM group_permissions WHERE groupId = ?", [groupId])).length).toBe(1);
  });

  test("undoing it gives groups back what the save took from them, and the log tells that, too", async () => {
    const groupId = await forum.group(["thread.reply"]);
    await save({ tag: "qcloud", key: "qcloud_sms", value: 1 });
    await forum.write((ctx) =>
      run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (?, 'publishNeedBindPhone')", [
        groupId,
      ]),
    );
    await save({ tag: "qcloud", key: "qcloud_sms", value: 0 });
    expect(await grants("publishNeedBindPhone")).toEqual([]);
    const { settingSaves } = await keeper.graphql(`{ settingSaves(first: 1) { nodes { id canUndo } } }`);
    expect(settingSaves.nodes[0].canUndo).toBe(true);

    await keeper.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, {
      id: settingSaves.nodes[0].id,
    });

    expect(await read("qcloud_sms", "qcloud")).toMatchObject([{ value: "1" }]);
    expect(await grants("publishNeedBindPhone")).toEqual([{ groupId }]);
    const { auditLog } = await keeper.graphql(
      `query ($t: String) { auditLog(target: $t) { nodes { action after } } }`,
      { t: `group:${groupId}` },
    );
    expect(auditLog.nodes[0]).toEqual({ action: "undoSettings", after: '["publishNeedBindPhone"]' });
    await save({ tag: "qcloud", key: "qcloud_sms", value: 0 });
  });

  test("registering by phone needs text messages, and ends with them", async () => {
    const byPhone = { key: "register_type", value: "1" };
    expect(await save(byPhone)).toMatchObject({ Code: -4001, Data: "请先开启短信功能" });
    await save({ tag: "qcloud", key: "qcloud_sms", value: 1 });
    expect(await save(byPhone)).toMatchObject({ Code: 0 });

    await save({ tag: "qcloud", key: "qcloud_sms", value: 0 });

    expect(await read("register_type", "default")).toMatchObject([{ value: "0" }]);
    expect(await lastSave()).toEqual(expect.arrayContaining(["qcloud_sms 1 → 0", "register_type 1 → 0"]));
  });

  test("both ways of WeChat off: nobody has to bind it; one of them is enough to keep it", async () => {
    const on = (value: number, ...keys: string[]) =>
      save(
        ...keys.map((key) => ({
          key,
          value,
          tag: key.startsWith("mini") ? "wx_miniprogram" : "wx_offiaccount",
        })),
      );
    await on(1, "miniprogram_close", "offiaccount_close");
    await forum.group(["publishNeedBindWechat"]);

    await on(0, "miniprogram_close");
    expect(await grants("publishNeedBindWechat")).toHaveLength(1);
    await on(0, "offiaccount_close");
    expect(await grants("publishNeedBindWechat")).toEqual([]);
  });

  test.each([["qcloud_cms_text", "1", "选择审核服务"]])(
    "%s = %s gates nothing here: refused with the reason at both doors",
    async (key, value, reason) => {
      const tag = "qcloud";
      const answer = await save({ key: "qcloud_close", value: 1, tag }, { key, value, tag });
      expect(answer).toMatchObject({ Code: -4001, Data: expect.stringContaining(reason) as string });
      const saving = keeper.graphql(
        `mutation ($k: String!, $v: String!, $t: String!) { saveSettings(entries: [{key: $k, value: $v, tag: $t}]) { id } }`,
        { k: key, v: value, t: tag },
      );
      await expect(saving).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
      const { settings } = await keeper.graphql(
        `query ($q: String) { settings(query: $q) { key value initial withheldValues withheldReason } }`,
        { q: key },
      );
      const found = settings.find((each: { key: string }) => each.key === key);
      expect(found.value).toBe(found.initial);
      expect(found.withheldValues).toContain(value);
      expect(found.withheldReason).toMatch(/instead/);
    },
  );

  test("a paid site is told with its price and its days; without a price it is refused", async () => {
    expect(await save({ key: "site_mode", value: "pay" })).toMatchObject({
      Code: -4001,
      Data: expect.stringContaining("0.1") as string,
    });
    await save({ key: "site_mode", value: "pay" }, { key: "site_price", value: 5 });
    expect((await admin.get("/api/v3/forum")).Data.setSite).toMatchObject({
      siteMode: "pay",
      sitePrice: "5",
    });
    await save({ key: "site_mode", value: "public" });
  });

  test("short passwords are never enough, and extensions are in lower case", async () => {
    await save({ key: "password_length", value: 3 }, { key: "support_file_ext", value: "ZIP,Pdf" });

    expect(await read("password_length")).toMatchObject([{ value: "8" }]);
    expect(await read("support_file_ext")).toMatchObject([{ value: "zip,pdf" }]);
  });

  test("secrets are told to nobody over any door, and asterisks of any number keep them", async () => {
    await save(
      { tag: "wxpay", key: "api_key", value: "very-secret" },
      { tag: "qcloud", key: "qcloud_secret_key", value: "s2" },
    );
    const before = await forum.rows("SELECT * FROM settings ORDER BY tag, `key`");

    for (const value of ["*", "********", "*".repeat(64)])
      await save({ tag: "wxpay", key: "api_key", value }, { tag: "qcloud", key: "qcloud_secret_key", value });

    expect(await read("api_key", "wxpay")).toMatchObject([{ value: "********" }]);
    expect((await getSettings(forum.app.context()))["wxpay.api_key"]).toBe("very-secret");
    const { settings, settingSaves, auditLog } = await keeper.graphql(
      `{ settings { value } settingSaves(first: 20) { nodes { changes { before after } } }
         auditLog(first: 50) { nodes { before after } } }`,
    );
    expect(JSON.stringify({ settings, settingSaves, auditLog })).not.toContain("very-secret");
    expect(forum.logLines.join("")).not.toContain("very-secret");
    expect(await forum.rows("SELECT * FROM settings ORDER BY tag, `key`")).toEqual(before);
    const forumNow = (await admin.get("/api/v3/forum")).Data;
    expect(forumNow.paycenter.apiKey).toBe("********");
    expect(JSON.stringify(forumNow)).not.toContain("very-secret");
  });

  test("who is in the inner net is for the first administrator alone", async () => {
    const other = await forum.admin();
    const second = await OldClient.of(forum, other);
    const entry = { key: "inner_net_ip", value: ["10.0.0.0/8", "192.168.1.0/30"], tag: "default" };

    expect(await second.post("/api/settings.v2", { data: [entry] })).toMatchObject({
      Code: -4002,
      Message: "该功能只有超管可编辑",
    });
    for (const value of [["10.0.0.0"], ["999.0.0.0/8"], ["10.0.0.0/31"], ["10.0.0.0/7"], "10.0.0.0/8", {}])
      expect(await save({ key: "inner_net_ip", value })).toMatchObject({ Code: -4001 });
    expect(await read("inner_net_ip")).toMatchObject([{ value: "[]" }]);

    expect(await save(entry)).toMatchObject({ Code: 0 });
    expect(JSON.parse((await read("inner_net_ip"))[0].value)).toEqual(entry.value);
    const [last] = (await keeper.graphql(`{ settingSaves(first: 1) { nodes { id } } }`)).settingSaves.nodes;
    await expect(
      other.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, { id: last.id }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("the owner whom old clients show is the first administrator, until the setting names another", async () => {
    const owner = async () => (await admin.get("/api/v3/forum")).Data.setSite.siteAuthor;
    expect(await owner()).toMatchObject({ id: keeper.id, nickname: keeper.nickname });

    const other = await forum.member();
    await save({ key: "site_author", value: other.id });

    expect(await owner()).toMatchObject({ id: other.id, nickname: other.nickname });
    const { site } = await keeper.graphql(`{ site { owner { id } } }`);
    expect(site.owner.id).toBe(String(other.id));
  });
});

describe("wrong types in every field", () => {
  test.each([
    ["key", { key: {}, value: "x", tag: "default" }],
    ["key", { key: 7, value: "x", tag: "default" }],
    ["key", { key: null, value: "x", tag: "default" }],
    ["key", { key: "", value: "x", tag: "default" }],
    ["value", { key: "site_name", value: { a: 1 }, tag: "default" }],
    ["value", { key: "site_name", value: ["a"], tag: "default" }],
    ["value", { key: "site_close", value: "perhaps", tag: "default" }],
    ["value", { key: "site_close", value: 2, tag: "default" }],
    ["value", { key: "site_expire", value: "many", tag: "default" }],
    ["value", { key: "site_expire", value: 1.5, tag: "default" }],
    ["value", { key: "site_expire", value: -1, tag: "default" }],
    ["value", { key: "register_type", value: 3, tag: "default" }],
    ["value", { key: "support_img_ext", value: { png: 1 }, tag: "default" }],
    ["value", { key: "site_manage", value: 7, tag: "default" }],
    ["value", { key: "cash_rate", tag: "cash", value: 2 }],
    ["value", { key: "logo", value: "javascript:alert(1)", tag: "default" }],
    ["tag", { key: "site_name", value: "x", tag: {} }],
    ["tag", { key: "site_name", value: "x", tag: "constructor" }],
    ["tag", { key: "__proto__", value: "x", tag: "__proto__" }],
    ["the entry", "site_name"],
    ["the entry", ["site_name"]],
    ["the entry", null],
  ])("%s as in %j: -4001, and nothing of the save is stored", async (_field, entry) => {
    const before = await forum.rows("SELECT * FROM settings ORDER BY tag, `key`");

    const answer = await admin.post("/api/settings.v2", {
      data: [{ key: "site_keywords", value: "lost", tag: "default" }, entry],
    });

    expect(answer).toMatchObject({ Code: -4001 });
    expect(await forum.rows("SELECT * FROM settings ORDER BY tag, `key`")).toEqual(before);
  });

  test.each([[{ key: { a: 1 }, tag: "default" }], [{ key: ["site_name"], tag: "default" }]])(
    "reading %j: -4001",
    async (query) => {
      expect(await admin.get("/api/settings.v2", query)).toMatchObject({ Code: -4001, Data: [] });
    },
  );
});
