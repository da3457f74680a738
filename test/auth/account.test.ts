import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { accessToken viewer { id nickname username } } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { accessToken viewer { id nickname } } }`;
const VIEWER = `{ viewer { id nickname } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

async function register(username: string, password = "secret-12"): Promise<void> {
  await forum.visitor().graphql(REGISTER, { input: { username, password, nickname: `${username}的昵称` } });
}

test("somebody who registers is signed in and knows themselves", async () => {
  const { register } = await forum.visitor().graphql(REGISTER, {
    input: { username: "Wang", password: "secret-12", nickname: "小王" },
  });

  expect(register.viewer).toMatchObject({ nickname: "小王", username: "Wang" });
  const [stored] = await forum.rows<{ passwordHash: string }>(
    "SELECT u.passwordHash FROM users u WHERE u.usernameKey = 'wang'",
  );
  expect(stored!.passwordHash).toMatch(/^\$argon2id\$/);
});

test.each([
  ["a name that differs in case only", { username: "lisi" }, "USERNAME_TAKEN"],
  ["a name in full width", { username: "ＬＩＳＩ" }, "USERNAME_TAKEN"],
  ["a name with an invisible character", { username: "Li\u200bsi" }, "USERNAME_TAKEN"],
  ["a nickname that is taken", { nickname: "LISI的昵称" }, "NICKNAME_TAKEN"],
  ["an empty name", { username: "" }, "INVALID_PARAMETER"],
  ["a name with a blank inside", { username: "Li si" }, "INVALID_PARAMETER"],
  ["a name of sixteen characters", { username: "a".repeat(16) }, "USERNAME_TOO_LONG"],
  ["a name reserved for anonymous authors", { nickname: "匿名用户" }, "INVALID_PARAMETER"],
  ["a name with a control character", { username: "Li\u0000si" }, "USERNAME_TAKEN"],
  ["a name of nothing but a control character", { username: "\u0000" }, "INVALID_PARAMETER"],
  ["a password of seven characters", { password: "x7#kQ2z" }, "PASSWORD_TOO_SHORT"],
  ["a password that everybody knows", { password: "password" }, "PASSWORD_KNOWN"],
])("registering with %s is refused and leaves nobody behind", async (_what, change, code) => {
  if (!(await forum.rows("SELECT u.id FROM users u WHERE u.usernameKey = 'lisi'")).length)
    await register("Lisi");
  const before = await forum.rows("SELECT COUNT(*) AS n FROM users");
  const input = { username: "Newcomer", password: "secret-12", nickname: "Newcomer", ...change };

  await expect(forum.visitor().graphql(REGISTER, { input })).rejects.toMatchObject({ code });

  expect(await forum.rows("SELECT COUNT(*) AS n FROM users")).toEqual(before);
});

test("a member signs in with any case of their name, and out again", async () => {
  await register("Zhao");
  const browser = forum.visitor();

  const { login } = await browser.graphql(LOGIN, { input: { username: "ZHAO", password: "secret-12" } });
  expect(login.viewer.nickname).toBe("Zhao的昵称");

  const [row] = await forum.rows<{ id: number; username: string; nickname: string; groupId: number }>(
    "SELECT u.id, u.username, u.nickname, u.groupId FROM users u WHERE u.usernameKey = 'zhao'",
  );
  const zhao = await forum.signIn(row!.id, row!.username, row!.nickname, row!.groupId);
  expect((await zhao.graphql(VIEWER)).viewer.id).toBe(String(row!.id));
  await zhao.graphql(`mutation { logout }`);
  expect((await zhao.graphql(VIEWER)).viewer).toBeNull();
});

test("a wrong password and an unknown name get the same answer", async () => {
  await register("Qian");
  const visitor = forum.visitor();

  const wrong = await visitor
    .graphql(LOGIN, { input: { username: "Qian", password: "wrong-password" } })
    .catch((e) => e);
  const unknown = await visitor
    .graphql(LOGIN, { input: { username: "Nobody", password: "secret-12" } })
    .catch((e) => e);

  expect(wrong).toMatchObject({ code: "LOGIN_FAILED", legacyCode: -7040 });
  expect({ ...unknown.extensions, requestId: 0 }).toEqual({ ...wrong.extensions, requestId: 0 });
  expect(unknown.message).toBe(wrong.message);
});

test("after five wrong passwords the name is closed from that address, even to the right one", async () => {
  const strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  try {
    const owner = strict.visitor();
    await owner.graphql(REGISTER, { input: { username: "Sun", password: "secret-12", nickname: "Sun" } });
    const attacker = strict.visitor();
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(
        attacker.graphql(LOGIN, { input: { username: "sun", password: `guess-${attempt}` } }),
      ).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    }

    await expect(
      attacker.graphql(LOGIN, { input: { username: "SUN", password: "secret-12" } }),
    ).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const elsewhere = await strict
      .visitor()
      .graphql(LOGIN, { input: { username: "Sun", password: "secret-12" } });
    expect(elsewhere.login.viewer.nickname).toBe("Sun");
  } finally {
    await strict.close();
  }
});

test("one document tries one password", async () => {
  const twice = `mutation { a: login(input: {username: "x", password: "1"}) { accessToken } b: login(input: {username: "x", password: "2"}) { accessToken } }`;

  await expect(forum.visitor().graphql(twice)).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
});

test("a program gets a token of its own that works without cookies until it is revoked", async () => {
  await register("Li4");
  const { login } = await forum
    .visitor()
    .graphql(LOGIN, { input: { username: "Li4", password: "secret-12", client: "API" } });
  const ask = async () =>
    forum.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { authorization: `Bearer ${login.accessToken}` },
      payload: { query: `{ viewer { nickname } sessions { id isCurrent client } }` },
    });

  const answer = (await ask()).json();
  expect(answer.data.viewer.nickname).toBe("Li4的昵称");
  const current = answer.data.sessions.find((session: { isCurrent: boolean }) => session.isCurrent);
  expect(current.client).toBe("API");

  const revoke = await forum.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { authorization: `Bearer ${login.accessToken}` },
    payload: { query: `mutation { revokeSession(id: "${current.id}") }` },
  });
  expect(revoke.json().data.revokeSession).toBe(true);
  const after = await ask();
  expect(after.statusCode).toBe(401);
  expect(after.json().errors[0].extensions.code).toBe("INVALID_TOKEN");
});

test("a cookie alone may read but not write: another site cannot act in a member's name", async () => {
  const ada = await forum.member();
  const headers = { cookie: ada.credentials!.cookie, "content-type": "application/json" };
  const post = (query: string, extra: Record<string, string> = {}) =>
    forum.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { ...headers, ...extra },
      payload: { query },
    });

  expect((await post(VIEWER)).json().data.viewer.id).toBe(String(ada.id));
  const write = await post(`mutation { updateProfile(input: {signature: "hacked"}) { id } }`);
  expect(write.json().errors[0].extensions.code).toBe("INVALID_TOKEN");
  const cross = await post(VIEWER, { "sec-fetch-site": "cross-site" });
  expect(cross.statusCode).toBe(403);
  expect(await forum.rows("SELECT u.id FROM users u WHERE u.signature = 'hacked'")).toEqual([]);
});

test("the value of the session cookie and the access token are stored nowhere", async () => {
  const ada = await forum.member();
  const stored = JSON.stringify(await forum.rows("SELECT * FROM sessions"));

  expect(stored).not.toContain(ada.credentials!.accessToken);
  expect(stored).not.toContain(ada.credentials!.cookie.slice(4));
  expect(forum.logLines.join("")).not.toContain(ada.credentials!.accessToken);
});

test("a banned member is told so with the right password only", async () => {
  await register("Zhou");
  await forum.write((ctx) =>
    ctx.db.query("UPDATE users SET status = 1, statusReason = '广告' WHERE usernameKey = 'zhou'"),
  );

  await expect(
    forum.visitor().graphql(LOGIN, { input: { username: "Zhou", password: "wrong-one" } }),
  ).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  await expect(
    forum.visitor().graphql(LOGIN, { input: { username: "Zhou", password: "secret-12" } }),
  ).rejects.toMatchObject({
    code: "ACCOUNT_BANNED",
    legacyCode: -4009,
    message: expect.stringContaining("广告"),
  });
});

test("a group that has ended gives way to the default group", async () => {
  const ada = await forum.member("thread.sticky");
  const asks = `{ permissionAnswer(permission: "thread.sticky") { allowed } }`;
  expect((await ada.graphql(asks)).permissionAnswer.allowed).toBe(true);

  await forum.write((ctx) =>
    ctx.db.query(`UPDATE users SET groupExpiresAt = '2020-01-01 00:00:00.000' WHERE id = ${ada.id}`),
  );

  expect((await ada.graphql(asks)).permissionAnswer.allowed).toBe(false);
});
