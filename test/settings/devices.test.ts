import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Features that a site switches off for one kind of device: the server refuses them there at every door. */
let forum: Forum;
let admin: Person;
let member: Person;
let categoryId: string;
let threadId: string;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, member] = [await forum.admin(), await forum.member("thread.allowAnonymous")];
  categoryId = await forum.categoryId();
  threadId = (await publish(await forum.member(), { categoryId })).id;
});
afterAll(() => forum.close());
afterEach(async () => {
  for (const key of KEYS) await set(key, "none");
});

const KEYS = ["site_manage", "site_anonymous", "site_comment", "site_personalletter"];
const NUMBERS = { pc: 1, h5: 2, mini: 3 } as const;
const set = (key: string, off: keyof typeof NUMBERS | "none") =>
  admin.graphql(
    `mutation ($k: String!, $v: String!) { saveSettings(entries: [{key: $k, value: $v}]) { id } }`,
    {
      k: key,
      v: JSON.stringify(
        Object.entries(NUMBERS).map(([name, number]) => ({ key: number, desc: name, value: name !== off })),
      ),
    },
  );
const PHONE = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148" };
const DESK = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };

/** Asks GraphQL from a device; gives the code of the refusal, or "ok". */
async function ask(headers: Record<string, string>, query: string, person = member): Promise<string> {
  const answer = await person.request("POST", "/graphql", JSON.stringify({ query }), {
    "content-type": "application/json",
    ...headers,
  });
  const { errors } = answer.json() as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code ?? "ok";
}
/** Asks the old door from a device; gives the code. */
async function askOld(device: string, path: string, body: object, person = member): Promise<number> {
  const answer = await person.request(
    "POST",
    `${path}?dzqSid=abcdefgh-1&dzqPf=${device}`,
    JSON.stringify(body),
    {
      "content-type": "application/json",
      ...DESK,
    },
  );
  return (answer.json() as { Code: number }).Code;
}
const reply = () => `mutation { replyToThread(input: {threadId: "${threadId}", body: "Hello"}) { id } }`;
const anonymous = () =>
  `mutation { publishThread(input: {categoryId: "${categoryId}", title: "Who?", body: "x", isAnonymous: true}) { id } }`;
const letter = () => `mutation { sendMessage(input: {userId: "${admin.id}", body: "Psst"}) { id } }`;

describe.each([
  ["replies", "site_comment", reply, "FORBIDDEN"],
  ["anonymous threads", "site_anonymous", anonymous, "FORBIDDEN"],
  ["private messages", "site_personalletter", letter, "MESSAGES_OFF"],
] as const)("%s", (_, key, deed, code) => {
  test("are refused on phones alone while they are off for phones", async () => {
    await set(key, "h5");
    expect([await ask(PHONE, deed()), await ask(DESK, deed())]).toEqual([code, "ok"]);
  });

  test("are refused at desks alone while they are off for desks, administrators included", async () => {
    await set(key, "pc");
    expect([await ask(PHONE, deed()), await ask(DESK, deed())]).toEqual(["ok", code]);
    if (key !== "site_personalletter") expect(await ask(DESK, deed(), admin)).toBe(code);
  });

  test("follow the layout that somebody chose, not what the browser calls itself", async () => {
    await set(key, "h5");
    const ada = await forum.member("thread.allowAnonymous");
    ada.with({ platform: "h5" });
    expect(await ask(DESK, deed(), ada)).toBe(code);
  });
});

test("a thread that is not anonymous is published where anonymity is off", async () => {
  await set("site_anonymous", "pc");
  const plain = `mutation { publishThread(input: {categoryId: "${categoryId}", title: "Me", body: "x"}) { id } }`;
  expect(await ask(DESK, plain)).toBe("ok");
});

test.each([
  ["h5", "h5", -4002],
  ["h5", "pc", 0],
  ["pc", "pc", -4002],
  ["mini", "weapp", -4002],
  ["mini", "h5", 0],
] as const)(
  "replies that are off for %s are answered to an old client on %s with %i",
  async (off, device, code) => {
    await set("site_comment", off);
    expect(await askOld(device, "/api/v3/posts.create", { id: Number(threadId), content: "Hello" })).toBe(
      code,
    );
  },
);

test("a site that is not open for phones grants nothing there but to administrators, and lets people sign in", async () => {
  await set("site_manage", "h5");
  const read = `{ thread(id: "${threadId}") { title } }`;
  expect(await ask(PHONE, read)).toBe("SITE_CLOSED");
  expect(await ask(PHONE, read, forum.visitor())).toBe("SITE_CLOSED");
  expect(await ask(PHONE, reply())).toBe("SITE_CLOSED");
  expect([await ask(DESK, read), await ask(PHONE, read, admin)]).toEqual(["ok", "ok"]);
  expect(await ask(PHONE, `mutation { logout }`, await forum.member())).toBe("ok");
  expect(await askOld("h5", "/api/v3/posts.create", { id: Number(threadId), content: "Hello" })).toBe(-3005);
});

describe("agreements", () => {
  const agreement = (isOn: "0" | "1", text = "Be kind.") =>
    admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
      e: [
        { tag: "agreement", key: "register", value: isOn },
        { tag: "agreement", key: "register_content", value: text },
      ],
    });
  let joined = 0;
  const join = (agreed?: boolean) =>
    forum.visitor().graphql(`mutation ($i: RegisterInput!) { register(input: $i) { viewer { id } } }`, {
      i: {
        username: `joins${++joined}`,
        password: "secret-12",
        nickname: `joins${joined}`,
        ...(agreed === undefined ? {} : { agreed }),
      },
    });
  const members = async () => (await forum.rows("SELECT id FROM users")).length;

  test("nobody joins without agreeing to what the site shows, and nothing is left behind", async () => {
    await agreement("1");
    const before = await members();
    for (const agreed of [undefined, false])
      await expect(join(agreed)).rejects.toMatchObject({ code: "INVALID_PARAMETER", legacyCode: -4001 });
    expect(await members()).toBe(before);
    await join(true);
    expect(await members()).toBe(before + 1);
  });

  test("where none is shown, or one that says nothing, nobody is asked", async () => {
    await agreement("0");
    await join();
    await agreement("1", "  ");
    await join();
  });
});
