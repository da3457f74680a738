import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CLOSING_GRACE_MS } from "../../server/features/auth/accounts/ownAccount.service.ts";
import { PROOF_LASTS_MS } from "../../server/features/auth/sessions/proof.service.ts";
import { giveEmail, pass, setMail, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import { MailServer } from "../support/mailServer.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

const PROVE = `mutation ($password: String!) { proveIdentity(password: $password) }`;
const CHANGE = `mutation ($password: String!) { changePassword(password: $password) { accessToken viewer { id } } }`;
const RENAME = `mutation ($username: String!) { changeUsername(username: $username) { username usernameChangesLeft } }`;
const CLOSE = `mutation { closeAccount }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { isReopened viewer { id } } }`;
const SESSIONS = `{ sessions { id place isCurrent userAgent } }`;
const PASSWORD = "a quiet harbour";
const OTHER = "a louder harbour";

let forum: Forum;
let newcomers = 0;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
beforeEach(stopClock);
afterEach(() => void vi.useRealTimers());

/** Registers somebody who knows their password, and signs them in on a browser of their own. */
async function owner(): Promise<Person> {
  const username = `owner${++newcomers}`;
  const document = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id group { id } } } }`;
  const input = { username, nickname: username, password: PASSWORD };
  const { viewer } = (await forum.visitor().graphql(document, { input })).register;
  return forum.signIn(Number(viewer.id), username, username, Number(viewer.group.id));
}

const login = (username: string, password: string) =>
  forum.visitor().graphql(LOGIN, { input: { username, password } });

describe("what changes the account", () => {
  test("needs a proof of the last ten minutes: a sign-in, or the password once more", async () => {
    const ada = await owner();
    pass(PROOF_LASTS_MS);
    for (const [document, variables] of [
      [CHANGE, { password: OTHER }],
      [RENAME, { username: "elsewhere" }],
      [CLOSE, {}],
      [`mutation { setEmail(email: "ada@example.org") { id } }`, {}],
      [`mutation { removeEmail { id } }`, {}],
    ] as const)
      await expect(ada.graphql(document, variables)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    const file = await ada.get("/account/export.zip");
    expect(file.text).toContain("PROOF_NEEDED");

    const wrong = ada.graphql(PROVE, { password: OTHER });
    await expect(wrong).rejects.toMatchObject({ code: "PASSWORD_WRONG" });
    expect((await ada.graphql(PROVE, { password: PASSWORD })).proveIdentity).toBe(true);
    expect((await ada.graphql(CHANGE, { password: OTHER })).changePassword.viewer.id).toBe(String(ada.id));
  });

  test("counts wrong passwords like those of a sign-in", async () => {
    const limited = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
    try {
      const person = await limited.member();
      const codes = new Set<string>();
      for (let round = 0; round < 7; round++)
        await person
          .graphql(PROVE, { password: OTHER })
          .catch((error: { code: string }) => codes.add(error.code));
      expect([...codes]).toEqual(["PASSWORD_WRONG", "RATE_LIMITED"]);
    } finally {
      await limited.close();
    }
  });
});

describe("another password", () => {
  test("ends all sessions but gives the present browser a new one", async () => {
    const ada = await owner();
    const elsewhere = await forum.signIn(ada.id, "", ada.nickname, ada.groupId);
    await ada.graphql(CHANGE, { password: OTHER });
    for (const person of [ada, elsewhere])
      expect((await person.graphql("{ viewer { id } }")).viewer).toBeNull();
    expect(await forum.rows("SELECT id FROM sessions WHERE userId = ?", [ada.id])).toHaveLength(1);
    await expect(login(ada.nickname, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    expect((await login(ada.nickname, OTHER)).login.viewer.id).toBe(String(ada.id));
  });

  test("follows the rules of new ones", async () => {
    const ada = await owner();
    await expect(ada.graphql(CHANGE, { password: "short" })).rejects.toMatchObject({
      code: "PASSWORD_TOO_SHORT",
    });
  });
});

describe("another user name", () => {
  test("is taken as often as the site allows, and is the one to sign in with", async () => {
    const ada = await owner();
    const renamed = (await ada.graphql(RENAME, { username: "lovelace" })).changeUsername;
    expect(renamed).toEqual({ username: "lovelace", usernameChangesLeft: 0 });
    expect((await login("Lovelace", PASSWORD)).login.viewer.id).toBe(String(ada.id));
    await expect(ada.graphql(RENAME, { username: "byron" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await ada.graphql(RENAME, { username: "lovelace" })).changeUsername.username).toBe("lovelace");
  });

  test.each(["ｌｏｖｅｌａｃｅ", "love\u200Blace", "LOVELACE"])(
    "that looks like somebody's is refused: %s",
    async (username) => {
      const bo = await owner();
      await expect(bo.graphql(RENAME, { username })).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
      expect((await bo.graphql("{ viewer { usernameChangesLeft } }")).viewer.usernameChangesLeft).toBe(1);
    },
  );
});

test("sessions name their network without the machine, and all others end at once", async () => {
  const ada = await owner();
  const { sessions } = await ada.graphql(SESSIONS);
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ place }: { place: string }) => place)).toContainEqual(
    expect.stringMatching(/^10\.\d+\.\d+\.\*$/),
  );
  expect((await ada.graphql("mutation { revokeOtherSessions }")).revokeOtherSessions).toBe(1);
  const [current, ...others] = (await ada.graphql(SESSIONS)).sessions;
  expect(current.isCurrent).toBe(true);
  expect(others).toEqual([]);
});

describe("an account that is closed", () => {
  test("signs out everywhere, and is open again for who signs in within two weeks", async () => {
    const ada = await owner();
    const { closeAccount } = await ada.graphql(CLOSE);
    expect(new Date(closeAccount).getTime()).toBe(Date.now() + CLOSING_GRACE_MS);
    expect((await ada.graphql("{ viewer { id } }")).viewer).toBeNull();

    pass(CLOSING_GRACE_MS - 1_000);
    await forum.app.clock.runAll(["eraseClosedAccounts"]);
    expect((await login(ada.nickname, PASSWORD)).login.isReopened).toBe(true);
    pass(CLOSING_GRACE_MS);
    await forum.app.clock.runAll(["eraseClosedAccounts"]);
    expect((await login(ada.nickname, PASSWORD)).login.isReopened).toBe(false);
  });

  test("is erased afterwards: what was published stays, and nothing says whose it was", async () => {
    const server = await MailServer.open();
    await setMail(forum, server);
    const [ada, bo] = [await owner(), await owner()];
    const address = await giveEmail(forum, server, ada);
    await server.close();
    const categoryId = await forum.categoryId();
    const { id: threadId } = await publish(ada, { categoryId, title: "Tea", body: "Still here" });
    const follow = `mutation ($id: ID!) { followUser(userId: $id) { id } }`;
    await ada.graphql(follow, { id: bo.id });
    await bo.graphql(follow, { id: ada.id });
    await ada.graphql(`mutation ($id: ID!) { setThreadFavorite(threadId: $id, favorite: true) { id } }`, {
      id: threadId,
    });
    await ada.graphql(CLOSE);

    pass(CLOSING_GRACE_MS);
    await expect(login(ada.nickname, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await forum.app.clock.runAll(["eraseClosedAccounts"]);

    const { thread } = await bo.graphql(
      `query ($id: ID!) { thread(id: $id) { body favoriteCount author { nickname avatarUrl fansCount followCount } } }`,
      { id: threadId },
    );
    expect(thread).toEqual({
      body: "Still here",
      favoriteCount: 0,
      author: { nickname: `已注销#${ada.id}`, avatarUrl: null, fansCount: 0, followCount: 0 },
    });
    for (const table of ["sessions", "channel_addresses", "notice_preferences", "thread_favorites", "drafts"])
      expect(await forum.rows(`SELECT userId FROM ${table} WHERE userId = ?`, [ada.id])).toEqual([]);
    const [user] = await forum.rows("SELECT * FROM users WHERE id = ?", [ada.id]);
    expect(JSON.stringify(user)).not.toContain(ada.nickname);
    for (const name of [ada.nickname, address, `已注销#${ada.id}`])
      await expect(login(name, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  });

  test("is not that of the last administrator", async () => {
    const alone = await Forum.open();
    try {
      const admin = await alone.admin();
      await expect(admin.graphql(CLOSE)).rejects.toMatchObject({ code: "IN_USE" });
    } finally {
      await alone.close();
    }
  });
});

test("the file of one's data holds what one wrote, and nothing of others or of the password", async () => {
  const [ada, bo] = [await owner(), await owner()];
  const categoryId = await forum.categoryId();
  await publish(ada, { categoryId, title: "Mine", body: "My words" });
  await publish(bo, { categoryId, title: "Theirs", body: "Their words" });

  const data = await downloadExport(ada);

  expect(data.answer.headers["content-disposition"]).toContain("attachment");
  expect(data.records("members")).toMatchObject([{ username: ada.nickname, id: ada.id }]);
  expect(data.records("threads")).toMatchObject([{ title: "Mine", body: "My words" }]);
  expect(Object.keys(data.other)).toEqual(expect.arrayContaining(["sessions", "badges", "plugins"]));
  expect(data.text).not.toContain("Their words");
  expect(data.text).not.toMatch(/argon2|passwordHash|tokenHash/);
  expect((await forum.visitor().get("/account/export.zip")).text).toContain("LOGIN_REQUIRED");
});
