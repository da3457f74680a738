import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { OldClient } from "../support/oldClient.ts";
import type { Person } from "../support/person.ts";

let forum: Forum;
let admin: Person;
let fields: Record<string, string>;

const OPTIONS = JSON.stringify({ options: [{ value: "A" }, { value: "B" }] });
/** A field of each of the six types; only the first is required. */
const TYPES = ["text", "long", "one", "several", "picture", "file"];
const SUBMIT = `mutation ($a: [SignInAnswerInput!]!) { submitSignInFields(answers: $a) }`;
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id status } } }`;

const save = (key: string, value: string) =>
  admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: [{ key, value }],
  });
const setStatus = (person: Person, status: number) =>
  forum.write((ctx) => ctx.db.query(`UPDATE users SET status = ${status} WHERE id = ${person.id}`));
const statusOf = async (person: Person): Promise<string> =>
  (await person.graphql(`{ viewer { status } }`)).viewer.status;
const submit = (person: Person, answers: Record<string, string>) =>
  person.graphql(SUBMIT, {
    a: Object.entries(answers).map(([name, answer]) => ({ fieldId: fields[name], answer })),
  });
const answersOf = async (person: Person): Promise<Record<string, string>> => {
  const { signInAnswers } = await admin.graphql(
    `query ($id: ID!) { signInAnswers(userId: $id) { name fieldsExt } }`,
    { id: person.id },
  );
  return Object.fromEntries(
    signInAnswers.map(({ name, fieldsExt }: { name: string; fieldsExt: string }) => [name, fieldsExt]),
  );
};
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
/** A member who has yet to answer. */
async function newcomer(): Promise<Person> {
  const person = await forum.member();
  await setStatus(person, 10);
  return person;
}

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  admin = await forum.admin();
  await save("open_ext_fields", "1");
  const inputs = TYPES.map((name, type) => ({
    name,
    type,
    sort: type,
    required: type === 0,
    fieldsExt: type === 2 || type === 3 ? OPTIONS : "",
  }));
  const saved = await admin.graphql(
    `mutation ($f: [SignInFieldInput!]!) { saveSignInFields(fields: $f) { id name } }`,
    { f: inputs },
  );
  fields = Object.fromEntries(
    saved.saveSignInFields.map(({ id, name }: { id: string; name: string }) => [name, id]),
  );
});
afterAll(() => forum.close());
beforeEach(async () => {
  await save("register_validate", "0");
});

describe("answers of the six types", () => {
  test("are stored as the predecessor's clients read them, and let the newcomer in", async () => {
    const person = await newcomer();
    const photo = await person.upload("me.png", await picture(), "answerImage");
    const proof = await person.upload("proof.txt", Buffer.from("a student\n"), "answerFile");

    await submit(person, {
      text: '"  Shanghai "',
      long: '"one\\ntwo"',
      one: '{"options":[{"value":"B","checked":true}]}',
      several: '{"options":[{"value":"A","checked":true},{"value":"B","checked":false}]}',
      picture: `[{"id":"${photo.id}"}]`,
      file: `[{"id":${proof.id}}]`,
    });

    expect(await statusOf(person)).toBe("NORMAL");
    const stored = await answersOf(person);
    expect(stored["text"]).toBe('"Shanghai"');
    expect(stored["long"]).toBe('"one\\ntwo"');
    expect(JSON.parse(stored["one"]!).options).toEqual([
      { value: "A", checked: false },
      { value: "B", checked: true },
    ]);
    expect(JSON.parse(stored["several"]!).options[0]).toEqual({ value: "A", checked: true });
    expect(JSON.parse(stored["picture"]!)).toMatchObject([{ id: Number(photo.id), url: photo.url }]);
    expect(JSON.parse(stored["file"]!)).toMatchObject([{ name: "proof.txt", url: proof.url }]);
  });

  test("come and go by their kinds, and the numbers and JSON of old programs say the same", async () => {
    const person = await newcomer();
    const photo = await person.upload("me.png", await picture(), "answerImage");
    await person.graphql(SUBMIT, {
      a: [
        { fieldId: fields["text"], text: "Shanghai" },
        { fieldId: fields["one"], chosen: ["B"] },
        { fieldId: fields["several"], answer: '{"options":[{"value":"A","checked":true}]}' },
        { fieldId: fields["picture"], fileIds: [photo.id] },
      ],
    });
    const { signInFields, signInAnswers } = await admin.graphql(
      `query ($id: ID!) {
        signInFields { name kind state choices }
        signInAnswers(userId: $id) { id name kind type state status text chosen files { id name url } }
      }`,
      { id: person.id },
    );
    expect(signInFields).toContainEqual({
      name: "one",
      kind: "RADIO",
      state: "ENABLED",
      choices: ["A", "B"],
    });
    const answers = Object.fromEntries(
      signInAnswers.map((answer: { name: string }) => [answer.name, answer]),
    );
    const none = { text: null, chosen: [], files: [] };
    expect(answers.text).toMatchObject({
      ...none,
      kind: "TEXT",
      type: 0,
      state: "PENDING",
      status: 1,
      text: "Shanghai",
    });
    expect(answers.one).toMatchObject({ ...none, kind: "RADIO", chosen: ["B"] });
    expect(answers.several).toMatchObject({ ...none, chosen: ["A"] });
    expect(answers.picture).toMatchObject({
      ...none,
      files: [{ id: photo.id, name: "me.png", url: photo.url }],
    });
    expect(answers.file).toMatchObject(none);
    const REVIEW = `mutation ($id: ID!, $state: SignInAnswerState) { reviewSignInField(id: $id, state: $state) { state status } }`;
    const { reviewSignInField } = await admin.graphql(REVIEW, { id: answers.text.id, state: "PASSED" });
    expect(reviewSignInField).toEqual({ state: "PASSED", status: 3 });
    await expect(admin.graphql(REVIEW, { id: answers.text.id })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });

  test("belong to fields that are saved by kind, state and choices", async () => {
    const SAVE = `mutation ($f: SignInFieldInput!) { saveSignInFields(fields: [$f]) { id kind state choices type status fieldsExt } }`;
    const field = { name: "Tea", kind: "CHECKBOX", state: "DISABLED", choices: ["Green", "Black"], sort: 99 };
    const [saved] = (await admin.graphql(SAVE, { f: field })).saveSignInFields;
    expect(saved).toMatchObject({
      kind: "CHECKBOX",
      state: "DISABLED",
      choices: ["Green", "Black"],
      type: 3,
      status: -1,
    });
    expect(JSON.parse(saved.fieldsExt).options[1]).toEqual({ value: "Black", checked: false });
    const refused = [
      { ...field, choices: [] },
      { ...field, kind: undefined },
      { ...field, choices: ["x".repeat(20_000)] },
    ];
    for (const f of refused)
      await expect(admin.graphql(SAVE, { f })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const [gone] = (await admin.graphql(SAVE, { f: { ...field, id: saved.id, state: "DELETED" } }))
      .saveSignInFields;
    expect(gone.state).toBe("DELETED");
  });

  test.each([
    ["a required answer that is missing", { one: "" }],
    ["a text that is only blanks", { text: '"   "' }],
    ["what is no JSON", { text: "Shanghai" }],
    ["a number for a text", { text: "7" }],
    ["a choice that is not offered", { text: '"x"', one: '{"options":[{"value":"C","checked":true}]}' }],
    [
      "two choices where one is asked for",
      { text: '"x"', one: '{"options":[{"value":"A","checked":true},{"value":"B","checked":true}]}' },
    ],
    ["an upload that does not exist", { text: '"x"', picture: '[{"id":"987654"}]' }],
    ["a text for a picture", { text: '"x"', picture: '"me.png"' }],
  ])("%s is refused, and nothing is stored", async (_, answers: Record<string, string>) => {
    const person = await newcomer();
    await expect(submit(person, answers)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect(await statusOf(person)).toBe("FIELDS_MISSING");
    expect(await answersOf(person)).toEqual({});
  });

  test("are not made of somebody else's upload, nor of one of another kind", async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const foreign = await other.upload("me.png", await picture(), "answerImage");
    const own = await person.upload("proof.txt", Buffer.from("a student\n"), "answerFile");
    for (const { id } of [foreign, own]) {
      const attempt = submit(person, { text: '"x"', picture: `[{"id":"${id}"}]` });
      await expect(attempt).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    }
  });
});

describe("a file of an answer", () => {
  test("is read by its uploader and by administrators, and by nobody else", async () => {
    const [person, other] = [await newcomer(), await forum.member()];
    const photo = await person.upload("me.png", await picture(), "answerImage");
    await submit(person, { text: '"x"', picture: `[{"id":"${photo.id}"}]` });
    const statusFor = async (reader: Person) => (await reader.get(photo.url)).status;
    expect(await Promise.all([person, admin, other, forum.visitor()].map(statusFor))).toEqual([
      200, 200, 404, 404,
    ]);
  });

  test("stays while the answer counts, and is removed a day after another one took its place", async () => {
    const person = await newcomer();
    const photo = await person.upload("me.png", await picture(), "answerImage");
    await submit(person, { text: '"x"', picture: `[{"id":"${photo.id}"}]` });
    const old = new Date(Date.now() - 2 * 86_400_000);
    await forum.write((ctx) =>
      ctx.db.query("UPDATE attachments SET createdAt = ?", [
        forum.app.services.database.engine === "mysql"
          ? old
          : old.toISOString().replace("T", " ").replace("Z", ""),
      ]),
    );

    await forum.app.clock.runAll(["removeUnusedUploads"]);
    expect((await person.get(photo.url)).status).toBe(200);

    await submit(person, { text: '"without a picture"' });
    await forum.app.clock.runAll(["removeUnusedUploads"]);
    expect((await person.get(photo.url)).status).toBe(404);
  });

  test("of a text or a reply is not taken before one takes part", async () => {
    const person = await newcomer();
    const refused = person.upload("me.png", await picture(), "image");
    await expect(refused).rejects.toMatchObject({ code: "SIGN_IN_FIELDS_MISSING" });
  });
});

describe("a newcomer", () => {
  const register = async (name: string) => {
    const input = { username: name, nickname: name, password: "correct-horse-42" };
    return (await forum.visitor().graphql(REGISTER, { input })).register.viewer.status as string;
  };

  test("is asked where the site asks, and is reviewed afterwards where it reviews", async () => {
    expect(await register("first")).toBe("FIELDS_MISSING");
    await save("register_validate", "1");
    const person = await newcomer();
    await submit(person, { text: '"x"' });
    expect(await statusOf(person)).toBe("UNDER_REVIEW");
    await expect(submit(person, { text: '"y"' })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("is not shut out by a switch without a field, and whoever waits then is let go", async () => {
    const waiting = await newcomer();
    const toggle = (status: number) =>
      forum.write((ctx) => ctx.db.query(`UPDATE sign_in_fields SET status = ${status} WHERE status <> 0`));
    await toggle(-1);
    expect(await register("second")).toBe("NORMAL");
    await forum.app.clock.runAll(["releaseFieldsMissing"]);
    expect(await statusOf(waiting)).toBe("NORMAL");
    await toggle(1);
  });

  test("waits on while there is something to answer, and goes to the review when the switch is turned off", async () => {
    const waiting = await newcomer();
    await forum.app.clock.runAll(["releaseFieldsMissing"]);
    expect(await statusOf(waiting)).toBe("FIELDS_MISSING");
    await save("register_validate", "1");
    await save("open_ext_fields", "0");
    await forum.delivered();
    expect(await statusOf(waiting)).toBe("UNDER_REVIEW");
    await save("open_ext_fields", "1");
  });
});

test("the predecessor's client fills in the blank form, rows by name and type, and takes part", async () => {
  const person = await newcomer();
  const client = await OldClient.of(forum, person);
  expect(await client.get("/api/v3/thread.list")).toMatchObject({ Code: -3007 });
  const blank = (await client.get("/api/user/signinfields.list.v2", { userId: `${person.id}` })).Data;
  const rows = blank.map((row: { type: number }) =>
    row.type === 0 ? { ...row, fieldsExt: '"Xi\'an"' } : row,
  );
  const without = blank.map((row: object) => ({ ...row, fieldsExt: "" }));

  expect(await client.post("/api/v3/user/signinfields.create", { data: without })).toMatchObject({
    Code: -4001,
  });
  const answer = await client.post("/api/v3/user/signinfields.create", { data: rows });

  expect(answer, answer.Message as string).toMatchObject({ Code: 0 });
  expect(answer.Data[0]).toMatchObject({ name: "text", fieldsExt: '"Xi\'an"', status: 1 });
  expect((await client.get("/api/v3/thread.list")).Code).toBe(0);
});
