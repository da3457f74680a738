import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Passwords that people may choose, at every place where one is chosen. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { username } } }`;
const RESET = `mutation ($id: ID!, $password: String!) { resetUserPassword(userId: $id, password: $password) }`;
const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;

let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

let people = 0;
/** Becomes a member; gives the name. */
async function join(password: string, names: { username?: string; nickname?: string } = {}): Promise<string> {
  const username = names.username ?? `chooser${++people}`;
  const input = { username, nickname: names.nickname ?? username, password };
  await forum.visitor().graphql(REGISTER, { input });
  return username;
}
const signIn = (username: string, password: string) =>
  forum.visitor().graphql(LOGIN, { input: { username, password } });

test.each([
  ["too short", "x7#kQ2z", "PASSWORD_TOO_SHORT"],
  ["seven characters of two units each", "🌲🐘🌲🐋🎲🌵🦉", "PASSWORD_TOO_SHORT"],
  ["513 bytes", "ü7".repeat(171), "PASSWORD_TOO_LONG"],
  ["short as typed, 18 times as long once normalised", "\ufdfa!".repeat(30), "PASSWORD_TOO_LONG"],
  ["of seventy thousand characters", "x7#kQ2z".repeat(10_000), "PASSWORD_TOO_LONG"],
  ["half of a character", "x7#kQ2z\ud800", "INVALID_PARAMETER"],
])("a password that is %s is refused with its code, and nothing is cut off", async (_, password, code) => {
  await expect(join(password)).rejects.toMatchObject({ code, legacyCode: -4001 });
});

test.each([
  ...[
    "password",
    "PassWord",
    "ｐａｓｓｗｏｒｄ",
    "12345678",
    "88888888",
    "qwertyuiop",
    "1qaz2wsx",
    "iloveyou",
    "passw0rd",
  ],
  ...[
    "woaini1314",
    "woaini520",
    "5201314520",
    "zhang123456",
    "wangwei1990",
    "liming888",
    "a123456789",
    "qq5201314",
  ],
  ...[
    "abcd1234",
    "aaaa1111",
    "98765432",
    "abc123abc123",
    "        ",
    "admin@2024",
    "zhangwei19900101",
    "luntan123",
  ],
  "欢迎123456",
  "forum2026!",
])("%j is known to everybody who guesses", async (password) => {
  await expect(join(password)).rejects.toMatchObject({
    code: "PASSWORD_KNOWN",
    extensions: { field: "password" },
  });
});

test.each([
  ["the user name and a year", { username: "Kowalski" }, "kowalski1987"],
  ["the user name itself, in capitals", { username: "mountainbear" }, "MOUNTAINBEAR"],
  ["a run before the nickname", { nickname: "龙井茶" }, "123456龙井茶"],
  ["the nickname with marks", { nickname: "Xylophon" }, "xylophon!!"],
])("%s is no password", async (_, names, password) => {
  await expect(join(password, names)).rejects.toMatchObject({ code: "PASSWORD_KNOWN" });
});

test("what the site is called is no password there, and one elsewhere", async () => {
  await join("Krähwinkel-2026");
  const { saveSettings } = await admin.graphql(SAVE, {
    entries: [{ key: "site_name", value: "Kräh winkel" }],
  });
  await expect(join("Krähwinkel-2026")).rejects.toMatchObject({ code: "PASSWORD_KNOWN" });
  await admin.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, { id: saveSettings.id });
});

test.each([
  ["words with blanks", "correct horse battery"],
  ["blanks at both ends", "  tidal harbour  "],
  ["Han characters", "松下问童子言师采药去"],
  ["emoji", "🌲🐘🎻🐋🎲🌵🦉🧭"],
  ["a line break and a tab", "tidal\n\tharbour"],
  [
    "512 bytes",
    `x7${Array.from({ length: 170 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join("")}`,
  ],
  ["quotes and markup", `'"><script>--`],
])("%s: any character may stand in a password, and signs in", async (_, password) => {
  const username = await join(password);

  expect((await signIn(username, password)).login.viewer.username).toBe(username);
  await expect(signIn(username, password.slice(0, -1))).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  await expect(signIn(username, `${password}x`)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  await expect(signIn(username, ` ${password}`)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
});

test("a password is the same on every keyboard: composed or not, in full width or not", async () => {
  const username = await join("Cafe\u0301 Ｎｏｉｒ");
  for (const typed of ["Caf\u00e9 Noir", "Cafe\u0301 Noir", "Caf\u00e9 Ｎｏｉｒ"])
    expect((await signIn(username, typed)).login.viewer.username).toBe(username);
});

test.each(["abc123", "password", "Cafe\u0301 old"])(
  "a member whose password %j is older than the rules goes on signing in",
  async (old) => {
    const username = await join("tidal-harbour");
    const stored = await hash(old);
    await forum.write((ctx) =>
      ctx.db.query("UPDATE users SET passwordHash = ? WHERE username = ?", [stored, username]),
    );

    expect((await signIn(username, old)).login.viewer.username).toBe(username);
  },
);

test("a name that nobody has gets the answer of a wrong password, however it is typed", async () => {
  const username = await join("tidal-harbour");
  for (const password of ["x".repeat(2_000), "ｘ7", "x7", ""])
    for (const name of [username, "nobody-here"])
      await expect(signIn(name, password)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
});

test("administrators give no weak password either, and the sessions of the member stay as they were", async () => {
  const member = await forum.member();
  for (const [password, code] of [
    ["x7#kQ2z", "PASSWORD_TOO_SHORT"],
    ["12345678", "PASSWORD_KNOWN"],
    [`${member.credentials!.username}!`, "PASSWORD_KNOWN"],
  ])
    await expect(admin.graphql(RESET, { id: member.id, password })).rejects.toMatchObject({ code });
  expect((await member.graphql(`{ viewer { id } }`)).viewer.id).toBe(String(member.id));
});

test("the first administrator chooses by the same rules: by the link and by the configuration", async () => {
  const other = await Forum.open();
  try {
    const token = new URL(other.app.setupUrl!).searchParams.get("token")!;
    const claim = `mutation ($input: ClaimAdminInput!) { claimAdmin(input: $input) { expiresAt } }`;
    const input = { username: "captain", nickname: "captain", password: "captain2026", token };
    await expect(other.visitor().graphql(claim, { input })).rejects.toMatchObject({ code: "PASSWORD_KNOWN" });
  } finally {
    await other.close();
  }
  const env = { ADMIN_USERNAME: "captain", ADMIN_PASSWORD: "password" };
  await expect(Forum.open({ env })).rejects.toThrow(/^The configuration has problems:\n {2}ADMIN_PASSWORD: /);
  await expect(Forum.open({ env: { ...env, ADMIN_PASSWORD: "hi" } })).rejects.toThrow(/8 characters/);
});

test("what the predecessor's settings ask for comes on top, and is told to both kinds of clients", async () => {
  const told = async () => {
    const { site } = await forum.visitor().graphql(`{ site { passwordLength passwordKinds } }`);
    const { setReg } = (await forum.visitor().rest("GET", "/api/v3/forum")).Data;
    return [site.passwordLength, site.passwordKinds, setReg.passwordLength, setReg.passwordStrength];
  };
  expect(await told()).toEqual([8, [], 8, []]);
  const { saveSettings } = await admin.graphql(SAVE, {
    entries: [
      { key: "password_length", value: "12" },
      { key: "password_strength", value: "0,3" },
    ],
  });
  expect(await told()).toEqual([12, ["DIGIT", "UPPER"], 12, ["0", "3"]]);
  await expect(join("Tidal-har-7")).rejects.toMatchObject({ code: "PASSWORD_TOO_SHORT" });
  const incomplete = join("tidal-harbour");
  await expect(incomplete).rejects.toMatchObject({ code: "PASSWORD_INCOMPLETE" });
  await expect(incomplete).rejects.toThrow(/a digit and an upper-case letter/);
  await join("Tidal-harbour-7");
  await admin.graphql(`mutation ($id: ID!) { undoSettings(saveId: $id) { id } }`, { id: saveSettings.id });
});

test.each(["3", "6", "0"])("a least length of %s from before asks for eight", async (value) => {
  await forum.write((ctx) =>
    ctx.db.query(
      `${forum.engine !== "sqlite" ? "REPLACE" : "INSERT OR REPLACE"} INTO settings (tag, \`key\`, value) VALUES ('default', 'password_length', ?)`,
      [value],
    ),
  );
  await expect
    .poll(async () => (await forum.visitor().graphql(`{ site { passwordLength } }`)).site.passwordLength)
    .toBe(8);
  await expect(join("x7#kQ2z")).rejects.toMatchObject({ code: "PASSWORD_TOO_SHORT" });
});

test("of many who sign in at one moment some are told when to come again, and others are answered meanwhile", async () => {
  const username = await join("a quiet harbour");
  const ask = (query: string, variables = {}) =>
    forum.app.inject({ method: "POST", url: "/graphql", payload: { query, variables } });
  let answered = 0;
  const crowd = Array.from({ length: 70 }, async () => {
    const answer = await ask(LOGIN, { input: { username, password: "a quiet harbour" } });
    if (answer.statusCode === 200) answered++;
    return answer;
  });
  expect((await ask("{ site { name } }")).json()).toMatchObject({ data: { site: {} } });
  expect(answered).toBeLessThan(10);
  const answers = await Promise.all(crowd);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length + answered).toBe(70);
  for (const { headers, body } of refused) {
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body).toContain("OVERLOADED");
  }
  for (const { statusCode, body } of answers) if (statusCode === 200) expect(body).toContain(username);
});
