import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const SAVE = `
  mutation ($entries: [SettingInput!]!) {
    saveSettings(entries: $entries) { id actorId undoOfId canUndo changes { tag key before after } }
  }`;
const UNDO = `mutation ($id: ID!) { undoSettings(saveId: $id) { id undoOfId changes { key before after } } }`;
const SITE = `{ site { name title closed closeMessage isRegister mode } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());
beforeEach(async () => {
  await save({ key: "site_close", value: "0" });
});

const save = async (...entries: object[]) => (await admin.graphql(SAVE, { entries })).saveSettings;
const valueOf = async (query: string, person = admin): Promise<string | undefined> =>
  (await person.graphql(`query ($q: String) { settings(query: $q) { value } }`, { q: query })).settings[0]
    ?.value;

test("a saved name is what the site is called at once, and the history tells who changed it from what to what", async () => {
  const saved = await save({ key: "site_name", value: " 茶馆 " });

  expect((await forum.visitor().graphql(SITE)).site.name).toBe("茶馆");
  expect(saved).toMatchObject({
    actorId: String(admin.id),
    canUndo: true,
    changes: [{ tag: "default", key: "site_name", before: "欢迎", after: "茶馆" }],
  });
});

test("a save is undone as a whole, unless somebody changed one of its settings since", async () => {
  const first = await save({ key: "site_title", value: "One" }, { key: "site_record", value: "A" });
  const second = await save({ key: "site_title", value: "Two" });

  await expect(admin.graphql(UNDO, { id: first.id })).rejects.toMatchObject({ code: "CONFLICT" });
  const { undoSettings: undone } = await admin.graphql(UNDO, { id: second.id });

  expect(undone).toMatchObject({
    undoOfId: second.id,
    changes: [{ key: "site_title", before: "Two", after: "One" }],
  });
  expect((await admin.graphql(SITE)).site.title).toBe("One");
});

test("saves at the same moment come one after the other, each knowing what the one before it left", async () => {
  const values = Array.from({ length: 12 }, (_, index) => `Title ${index}`);

  await Promise.all(values.map((value) => save({ key: "site_keywords", value })));

  const changes = await forum.rows<{ before: string; after: string }>(
    "SELECT c.`before`, c.`after` FROM setting_changes c WHERE c.`key` = 'site_keywords' ORDER BY c.id",
  );
  expect(changes.map(({ after }) => after).sort()).toEqual([...values].sort());
  expect(changes.slice(1).map(({ before }) => before)).toEqual(
    changes.slice(0, -1).map(({ after }) => after),
  );
  expect(await valueOf("site_keywords")).toBe(changes.at(-1)!.after);
});

test("a save is undone once, however often that is asked for at the same moment", async () => {
  const { id } = await save({ key: "site_introduction", value: "Undone once" });

  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => admin.graphql(UNDO, { id })));

  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await valueOf("site_introduction")).toBe("欢迎");
});

test("saving what holds already makes no history", async () => {
  await save({ key: "site_title", value: "Same" });
  expect(await save({ key: "site_title", value: "Same" })).toBeNull();
});

test("secrets are sealed in the database, masked for administrators, and asterisks keep them", async () => {
  await save({ tag: "wxpay", key: "api_key", value: "very-secret" });
  await save({ tag: "wxpay", key: "api_key", value: "********" });

  const [stored] = await forum.rows<{ value: string }>(
    "SELECT s.value FROM settings s WHERE s.key = 'api_key'",
  );
  const told = JSON.stringify([
    await admin.graphql(`{ settings(tag: "wxpay") { key value } }`),
    await admin.graphql(`{ settingSaves { nodes { changes { key before after } } } }`),
    await admin.graphql(`{ auditLog { nodes { before after } } }`),
    await forum.rows("SELECT * FROM setting_changes"),
  ]);
  expect(stored!.value).toMatch(/^sealed:1:/);
  expect(told).not.toContain("very-secret");
  expect(await admin.rest("GET", "/api/settings.v2?key=api_key&tag=wxpay")).toMatchObject({
    Data: [{ value: "********" }],
  });
});

test("members read what is for everybody and nothing else; administrators find settings by words", async () => {
  const member = await forum.member();

  const { settings } = await member.graphql(`{ settings { key isOpen isSecret } }`);

  expect(settings.length).toBeGreaterThan(20);
  expect(settings.every((each: { isOpen: boolean }) => each.isOpen)).toBe(true);
  expect(await valueOf("密码最小长度")).toBe("8");
  expect(await valueOf("shortest password")).toBe("8");
  expect(await valueOf("Merchant id", member)).toBeUndefined();
});

test("only what differs from its default is listed if that is asked for", async () => {
  await save({ key: "site_record_code", value: "123" });

  const { settings } = await admin.graphql(`{ settings(changedOnly: true) { key isChanged value } }`);

  expect(settings).toContainEqual({ key: "site_record_code", isChanged: true, value: "123" });
  expect(settings.map((each: { key: string }) => each.key)).not.toContain("register_close");
});

test.each([
  [{ key: "no_such_setting", value: "1" }],
  [{ key: "site_name", value: "x", tag: "elsewhere" }],
  [{ key: "site_name", value: "x".repeat(101) }],
  [{ key: "site_close", value: "perhaps" }],
  [{ key: "site_mode", value: "free" }],
  [{ key: "site_mode", value: "pay" }],
  [{ key: "site_expire", value: "1000001" }],
  [{ key: "register_type", value: "3" }],
  [{ key: "site_author_scale", value: "4" }],
  [{ key: "cash_rate", tag: "cash", value: "1.5" }],
  [{ key: "qcloud_sms", tag: "qcloud", value: "1" }],
  [{ key: "logo", value: "https://elsewhere.example/logo.png" }],
  [{ key: "logo", value: "/files/site/../../secret.key" }],
  [{ key: "site_manage", value: "{broken" }],
])("%j is refused, and nothing of the save is stored", async (wrong) => {
  const before = await forum.rows("SELECT * FROM settings ORDER BY tag, `key`");

  const saving = admin.graphql(SAVE, { entries: [{ key: "site_keywords", value: "not stored" }, wrong] });

  await expect(saving).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(await forum.rows("SELECT * FROM settings ORDER BY tag, `key`")).toEqual(before);
});

test("a setting that has another tag is named with it", async () => {
  const saving = admin.graphql(SAVE, { entries: [{ key: "smtp_host", value: "mail.example" }] });
  await expect(saving).rejects.toMatchObject({ message: expect.stringContaining("mail/smtp_host") });
});

test("a short password length is raised to eight", async () => {
  await save({ key: "password_length", value: "3" });

  expect(await valueOf("password_length")).toBe("8");
});

test("a closed site says so to everybody and lets only administrators in", async () => {
  const member = await forum.member();
  const categoryId = await forum.categoryId();
  await save({ key: "site_close", value: "1" }, { key: "site_close_msg", value: "Back at noon" });

  expect((await member.graphql(SITE)).site).toMatchObject({ closed: true, closeMessage: "Back at noon" });
  for (const person of [member, forum.visitor()]) {
    await expect(person.graphql(`{ threads { nodes { id } } }`)).rejects.toMatchObject({
      code: "SITE_CLOSED",
      message: "Back at noon",
      legacyCode: -3005,
    });
    expect(await person.rest("GET", "/api/siteinfo.v2")).toMatchObject({
      Code: -3005,
      Data: { detail: "Back at noon" },
    });
  }
  const publish = `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "T", body: "B"}) { id } }`;
  await expect(member.graphql(publish, { c: categoryId })).rejects.toMatchObject({ code: "SITE_CLOSED" });
  expect((await admin.graphql(`{ threads { nodes { id } } }`)).threads.nodes).toHaveLength(1);
  expect((await forum.visitor().get("/sitemap.xml")).text).not.toContain("/thread/");
});

test("closed registration is closed at once", async () => {
  await save({ key: "register_close", value: "0" });

  const registering = forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "late", password: "secret-12", nickname: "late"}) { expiresAt } }`,
    );

  await expect(registering).rejects.toMatchObject({ code: "REGISTRATION_CLOSED" });
  await save({ key: "register_close", value: "1" });
});

test("what staff did is a chain: nobody changes, removes or cuts off an entry unnoticed", async () => {
  await save({ key: "site_title", value: "Chained" });
  const verify = async () =>
    (await admin.graphql(`{ auditVerification { intact entries brokenAt } }`)).auditVerification;
  const { nodes } = (
    await admin.graphql(`{ auditLog(first: 1) { nodes { id action target before after actorId } } }`)
  ).auditLog;
  expect(nodes[0]).toMatchObject({
    action: "saveSettings",
    target: "setting:default/site_title",
    after: "Chained",
    actorId: String(admin.id),
  });
  const { entries } = await verify();
  expect(await verify()).toMatchObject({ intact: true, brokenAt: null });

  await forum.write((ctx) =>
    run(ctx, "UPDATE audit_log SET after = 'Forged' WHERE id = ?", [Number(nodes[0].id)]),
  );
  expect(await verify()).toMatchObject({ intact: false, brokenAt: nodes[0].id });
  await forum.write((ctx) =>
    run(ctx, "UPDATE audit_log SET after = 'Chained' WHERE id = ?", [Number(nodes[0].id)]),
  );
  expect(await verify()).toMatchObject({ intact: true, entries });

  await forum.write((ctx) => run(ctx, "DELETE FROM audit_log WHERE id = ?", [Number(nodes[0].id)]));
  expect(await verify()).toMatchObject({ intact: false });
});

test.each([
  ["zh-CN", /^[^a-z][^]*。$/],
  ["en", /^[A-Z“][^]*\.$/],
])(
  "every setting that works here is explained to owners in one sentence, in %s",
  async (locale, sentence) => {
    const owner = (await forum.admin()).with({ locale });
    const { settings } = await owner.graphql(`{ settings { tag key help isKept } }`);
    type Explained = { tag: string; key: string; help: string | null; isKept: boolean };
    const wrong = (settings as Explained[]).filter(({ help, isKept }) =>
      isKept ? help !== null : !sentence.test(help ?? ""),
    );
    expect(wrong).toEqual([]);
  },
);
