import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
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

const CHOICES = JSON.stringify({ options: [{ value: "A", checked: false }] });
/** An answer that fits a field of these tests: a text, or the one choice. */
const answerTo = ({ id, type }: { id: string; type: number }) => ({
  fieldId: id,
  answer: type === 2 ? CHOICES.replace("false", "true") : '"42"',
});
const create = (body: unknown) => admin.post("/api/admin/signinfields.create.v2", body);
const list = async () => (await admin.get("/api/admin/signinfields.list.v2")).Data;

test("fields are made in every wrapping, listed by their order, changed and deleted", async () => {
  expect(await list()).toEqual([]);
  const [city] = (await create({ name: "城市", type: 0, sort: 2 })).Data;
  await create({ filter: { name: "性别", type: 2, sort: 1, fieldsExt: CHOICES, required: 0 } });
  await create({ data: { filter: { name: "介绍", type: 1, sort: 3, remark: 5 } } });
  await create({ data: [{ attributes: { name: "照片", type: 4, sort: 4, status: -1 } }] });

  expect(await list()).toMatchObject([
    { name: "性别", type: 2, typeDesc: "单选", required: 0, status: 1 },
    { id: city.id, name: "城市", type: 0, typeDesc: "单行文本框", required: 1 },
    { name: "介绍" },
    { name: "照片", status: -1 },
  ]);
  expect((await admin.get("/api/admin/signinfields.resource.v2", { id: city.id })).Data).toMatchObject({
    name: "城市",
  });
  expect(
    await create({
      data: [
        { id: city.id, name: "所在城市", type: 0, sort: 2 },
        { id: 9999, name: "x", type: 0, sort: 1 },
      ],
    }),
  ).toMatchObject({
    Data: [{ id: city.id, name: "所在城市" }],
  });
  await admin.post("/api/admin/signinfields.update.v2", { id: city.id, status: 0 });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["性别", "介绍", "照片"]);
  expect(await admin.get("/api/admin/signinfields.resource.v2", { id: city.id })).toMatchObject({
    Code: -4004,
  });
});

test("a row of a form whose id is empty is a new field", async () => {
  const { Code, Data } = await create({ data: [{ id: "", name: "新的一栏", type: 0, sort: 50 }] });

  expect([Code, Data[0]?.name]).toEqual([0, "新的一栏"]);
  expect(Data[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(Date.parse(Data[0].createdAt)).toBeGreaterThan(Date.now() - 60_000);
  await admin.post("/api/admin/signinfields.update.v2", { id: Data[0].id, status: 0 });
});

test.each([
  ["no name", { type: 0, sort: 1 }],
  ["an order that no list of ours can tell", { name: "x", type: 0, sort: 99_999_999_999 }],
  ["an empty name", { name: " ", type: 0, sort: 1 }],
  ["a long name", { name: "x".repeat(21), type: 0, sort: 1 }],
  ["no type", { name: "x", sort: 1 }],
  ["an unknown type", { name: "x", type: 6, sort: 1 }],
  ["no order", { name: "x", type: 0 }],
  ["an unknown status", { name: "x", type: 0, sort: 1, status: 7 }],
  ["choices without options", { name: "x", type: 2, sort: 1, fieldsExt: "{}" }],
])("%s is -4001, and nothing is stored", async (_what, body) => {
  const before = await list();

  expect(await create(body)).toMatchObject({ Code: -4001, Data: [] });
  expect(await list()).toEqual(before);
});

test("a member reads the blank form, answers, is reviewed answer by answer, and let in", async () => {
  const save = (key: string, value: string) =>
    keeper.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
      e: [{ key, value }],
    });
  await create({ name: "邮编", type: 0, sort: 9 });
  await save("register_validate", "1");
  const { register } = await forum
    .visitor()
    .graphql(
      `mutation { register(input: {username: "fresh", password: "secret-12", nickname: "fresh"}) { viewer { id status } } }`,
    );
  const id = Number(register.viewer.id);
  await forum.write((ctx) => ctx.db.query("UPDATE users SET status = 10 WHERE id = ?", [id]));
  const person = await forum.signIn(id, "fresh", "fresh", 10);
  const client = await OldClient.of(forum, person);

  const blank = (await client.get("/api/user/signinfields.list.v2", { userId: `${id}` })).Data;
  expect(blank.map(({ id: none }: { id: unknown }) => none)).toEqual(blank.map(() => ""));
  expect(await client.get("/api/v3/thread.list")).toMatchObject({ Code: -3007 });
  const { signInFields } = await person.graphql(`{ signInFields { id type required } }`);
  const submit = `mutation ($a: [SignInAnswerInput!]!) { submitSignInFields(answers: $a) }`;
  await expect(person.graphql(submit, { a: [] })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  await person.graphql(submit, {
    a: signInFields.map(answerTo),
  });
  await save("register_validate", "0");

  expect((await person.graphql(`{ viewer { status } }`)).viewer.status).toBe("UNDER_REVIEW");
  const answers = (await admin.get("/api/user/signinfields.list.v2", { userId: `${id}` })).Data;
  expect(answers.at(-1)).toMatchObject({ userId: id, fieldsExt: '"42"', status: 1 });
  expect(
    await admin.post("/api/admin/signinfields.update.v2", { id: answers[0].id, status: 9 }),
  ).toMatchObject({ Code: -4001 });
  for (const answer of answers)
    await admin.post("/api/admin/signinfields.update.v2", { id: answer.id, status: 3 });
  expect((await person.graphql(`{ viewer { status } }`)).viewer.status).toBe("NORMAL");
});

test("answers are one's own; visitors and others are refused with -4002, unknown ids with -4004", async () => {
  const member = await OldClient.of(forum, await forum.member());

  expect(await (await OldClient.of(forum)).get("/api/user/signinfields.list.v2")).toMatchObject({
    Code: -4002,
    Message: "没有访问扩展字段的权限",
  });
  expect(await member.get("/api/user/signinfields.list.v2", { userId: "1" })).toMatchObject({ Code: -4002 });
  expect(await member.get("/api/user/signinfields.list.v2", { userId: "x" })).toMatchObject({ Code: -4001 });
  expect(await admin.post("/api/admin/signinfields.update.v2", { id: 99999, status: 1 })).toMatchObject({
    Code: -4004,
  });
  expect(await admin.post("/api/admin/signinfields.update.v2", { id: "x", status: 1 })).toMatchObject({
    Code: -4001,
  });
});

test("answers that several administrators pass at the same moment let the member in", async () => {
  await create({ data: ["甲", "乙", "丙"].map((name, sort) => ({ name, type: 0, sort, required: 0 })) });
  const member = await forum.member();
  const answer = await answering(member);
  for (let round = 0; round < 4; round++) {
    await forum.write((ctx) => run(ctx, "UPDATE users SET status = 10 WHERE id = ?", [member.id]));
    await answer();
    await forum.write((ctx) => run(ctx, "UPDATE users SET status = 2 WHERE id = ?", [member.id]));
    const answers = (await admin.get("/api/user/signinfields.list.v2", { userId: `${member.id}` })).Data;

    const passed = await Promise.all(
      answers.map(({ id }: { id: number }) =>
        admin.post("/api/admin/signinfields.update.v2", { id, status: 3 }),
      ),
    );

    expect(passed.map(({ Code }) => Code)).toEqual(answers.map(() => 0));
    expect(await forum.rows("SELECT status FROM users WHERE id = ?", [member.id])).toEqual([{ status: 0 }]);
  }
});

test("whom somebody bans while they answer stays banned", async () => {
  const member = await forum.member();
  await forum.write((ctx) => run(ctx, "UPDATE users SET status = 10 WHERE id = ?", [member.id]));
  const submit = (await answering(member))();
  const ban = keeper.graphql(
    `mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED, reason: "Spam") { status } }`,
    { id: member.id },
  );
  await Promise.allSettled([submit, ban]);

  expect(await forum.rows("SELECT status FROM users WHERE id = ?", [member.id])).toEqual([{ status: 1 }]);
});

test.each(["REFUSED", "IGNORED"])(
  "a member who is %s does not let themselves in by answering again: they are reviewed",
  async (status) => {
    const member = await forum.member();
    const become = (next: string) =>
      keeper.graphql(
        `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s, reason: "No") { id } }`,
        { id: member.id, s: next },
      );
    const statusNow = async () => (await member.graphql(`{ viewer { status } }`)).viewer.status as string;
    const answer = await answering(member);
    await become(status);

    await answer();

    expect(await statusNow()).toBe("UNDER_REVIEW");
    await expect(answer()).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await statusNow()).toBe("UNDER_REVIEW");
    await become("BANNED");
    await expect(answer()).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
    expect(await statusNow()).toBe("BANNED");
  },
);

/** Answers every field. */
const answering = async (person: Person): Promise<() => Promise<unknown>> => {
  const { signInFields } = await person.graphql(`{ signInFields { id type } }`);
  const answers = signInFields.map(answerTo);
  return () =>
    person.graphql(`mutation ($a: [SignInAnswerInput!]!) { submitSignInFields(answers: $a) }`, {
      a: answers,
    });
};

test("members who wait for a form that nobody is asked for are let go within a minute", async () => {
  const [waiting, banned] = [await forum.member(), await forum.member()];
  const set = (id: number, status: number) =>
    forum.write((ctx) => ctx.db.query("UPDATE users SET status = ? WHERE id = ?", [status, id]));
  await set(waiting.id, 10);
  await set(banned.id, 1);
  const statusOf = async (person: Person) =>
    (await person.graphql(`{ viewer { status } }`)).viewer.status as string;
  expect(await statusOf(waiting)).toBe("FIELDS_MISSING");

  await forum.app.clock.runAll(["releaseFieldsMissing"]);

  expect(await statusOf(waiting)).toBe("NORMAL");
  expect(await statusOf(banned)).toBe("BANNED");
});
