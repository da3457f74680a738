import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linkIn, send, set, setMail } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";

const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) { viewer { id isNew email pendingEmail } accessToken } }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname email } } }`;
const VERIFY = `mutation ($token: String!) { verifyEmail(token: $token) }`;
const PASSWORD = "a quiet harbour";

let forum: Forum;
let server: MailServer;
let newcomers = 0;
beforeAll(async () => {
  forum = await Forum.open();
  server = await MailServer.open();
});
afterAll(async () => {
  await forum.close();
  await server.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  await setMail(forum, server);
  await set(forum, { "default.register_email": "1" });
});

const nameless = () => `newcomer${++newcomers}`;
const register = (email?: string | null, username = nameless()) =>
  forum.visitor().graphql(REGISTER, { input: { username, nickname: username, password: PASSWORD, email } });

describe("an address at registration", () => {
  test("is mailed a link, and serves for signing in once that was opened", async () => {
    const username = nameless();
    const email = `${username}@Example.org`;
    await register(email, username);
    const input = { username: email.toLowerCase(), password: PASSWORD };
    await expect(forum.visitor().graphql(LOGIN, { input })).rejects.toMatchObject({ code: "LOGIN_FAILED" });

    await send(forum);
    const token = linkIn(server.to(email)[0]!.text, "/email/verify");
    await forum.visitor().graphql(VERIFY, { token });

    const { login } = await forum.visitor().graphql(LOGIN, { input });
    expect(login.viewer).toEqual({ nickname: username, email });
  });

  test("reaches new members whose registration is reviewed, in the language of the page", async () => {
    await set(forum, { "default.register_validate": "1" });
    const email = "reviewed@example.org";
    await register(email);
    await send(forum);
    await set(forum, { "default.register_validate": "0" });
    expect(server.to(email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Please confirm your address"),
    ]);
  });

  test("is left out freely, unless the site requires it", async () => {
    expect((await register(null)).register.viewer.pendingEmail).toBeNull();
    await set(forum, { "default.register_email": "2" });
    for (const missing of [undefined, null, "", "  "])
      await expect(register(missing)).rejects.toMatchObject({ code: "EMAIL_REQUIRED" });
  });

  test("must look like one, and a refused registration leaves nothing", async () => {
    const username = nameless();
    await expect(register("no address", username)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect(await forum.rows("SELECT id FROM users WHERE username = ?", [username])).toEqual([]);
  });

  test("of another member is answered like any other, and stays with its owner", async () => {
    const email = "shared@example.org";
    await register(email);
    await send(forum);
    const token = linkIn(server.to(email)[0]!.text, "/email/verify");
    await forum.visitor().graphql(VERIFY, { token });
    const second = await register(email);
    expect(second.register.viewer.id).toBeDefined();
    await send(forum);
    expect(server.to(email).at(-1)!.text).toContain("belongs to another account");
  });

  test.each([
    ["the setting is off", { "default.register_email": "0" }],
    ["the site sends no mail", { "default.register_email": "2", "mail.smtp_host": "" }],
  ])("is not asked for where %s", async (_, values) => {
    await set(forum, values);
    const { site } = await forum.visitor().graphql("{ site { registerEmail } }");
    expect(site.registerEmail).toBe("OFF");
    await register("ignored@example.org");
    await send(forum);
    expect(server.mails).toEqual([]);
  });
});

test("the first steps are shown to new members until they put them aside, and to nobody else", async () => {
  const { register: session } = await register();
  expect(session.viewer.isNew).toBe(true);
  const { id } = session.viewer as { id: string };
  const [row] = await forum.rows<{ username: string; groupId: number }>(
    "SELECT username, groupId FROM users WHERE id = ?",
    [id],
  );
  const newcomer = await forum.signIn(Number(id), row!.username, row!.username, row!.groupId);
  const other = await forum.member();
  const asked = `query ($id: ID!) { user(id: $id) { isNew } }`;
  expect((await other.graphql(asked, { id })).user.isNew).toBe(false);

  const dismissed = await newcomer.graphql("mutation { dismissWelcome { isNew } }");

  expect(dismissed.dismissWelcome.isNew).toBe(false);
  expect((await other.graphql("{ viewer { isNew } }")).viewer.isNew).toBe(false);
});
