import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { giveEmail, MINUTE_MS, pass, send, setMail, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import type { Person } from "../support/person.ts";

const ASK = `mutation ($account: String!) { requestPasswordReset(account: $account) }`;
const READ = `query ($token: String!) { passwordReset(token: $token) { nickname } }`;
const RESET = `mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) }`;
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { nickname } accessToken } }`;
const ME = `{ viewer { nickname } }`;
const PASSWORD = "a quiet harbour";

let forum: Forum;
let server: MailServer;
beforeAll(async () => {
  forum = await Forum.open();
  server = await MailServer.open();
  await setMail(forum, server);
});
afterAll(async () => {
  await forum.close();
  await server.close();
});
beforeEach(() => {
  server.mails.length = 0;
  stopClock();
});
afterEach(() => void vi.useRealTimers());

/** Asks for a link as a visitor and reads its token from the mail; null if there is no mail. */
async function mailedToken(account: string, address: string): Promise<string | null> {
  await forum.visitor().graphql(ASK, { account });
  await send(forum);
  const mail = server.to(address).at(-1);
  return mail ? /#token=([\w.-]+)/.exec(mail.text)![1]! : null;
}

async function memberWithMail(): Promise<{ person: Person; address: string; token: string }> {
  const person = await forum.member();
  const address = await giveEmail(forum, server, person);
  const token = (await mailedToken(person.credentials!.username, address))!;
  return { person, address, token };
}

describe("a forgotten password", () => {
  test("is replaced by a link that is mailed to the confirmed address, and every session ends", async () => {
    const { person, address, token } = await memberWithMail();
    const visitor = forum.visitor();
    const mail = server.to(address)[0]!;
    expect(mail.text).toContain(`${forum.url}/user/reset-password#token=`);
    expect(mail.headers.has("list-unsubscribe")).toBe(false);
    expect((await visitor.graphql(READ, { token })).passwordReset).toEqual({ nickname: person.nickname });

    expect((await visitor.graphql(RESET, { token, password: PASSWORD })).resetPassword).toBe(true);

    expect((await person.graphql(ME)).viewer).toBeNull();
    for (const username of [person.credentials!.username, address.toUpperCase()]) {
      const { login } = await visitor.graphql(LOGIN, { input: { username, password: PASSWORD } });
      expect(login.viewer.nickname).toBe(person.nickname);
    }
  });

  test("can be asked for by the address as well, in whatever letters", async () => {
    const person = await forum.member();
    const address = await giveEmail(forum, server, person);
    expect(await mailedToken(` ${address.toUpperCase()} `, address)).not.toBeNull();
  });

  test("is replaced by members under review and banned ones too, who stay what they are", async () => {
    const person = await forum.member();
    const address = await giveEmail(forum, server, person);
    await forum.write((ctx) => ctx.db.query(`UPDATE users SET status = 2 WHERE id = ${person.id}`));
    const token = await mailedToken(person.credentials!.username, address);
    await forum.visitor().graphql(RESET, { token, password: PASSWORD });
    const input = { username: address, password: PASSWORD };
    await forum.visitor().graphql(LOGIN, { input });
    expect(await forum.rows("SELECT status FROM users WHERE id = ?", [person.id])).toEqual([{ status: 2 }]);
  });

  test("needs a password that the rules allow, and a refused one leaves the link as it was", async () => {
    const { token } = await memberWithMail();
    const visitor = forum.visitor();
    const short = visitor.graphql(RESET, { token, password: "short" });
    await expect(short).rejects.toMatchObject({ code: "PASSWORD_TOO_SHORT" });
    expect((await visitor.graphql(RESET, { token, password: PASSWORD })).resetPassword).toBe(true);
  });
});

describe("a link", () => {
  const refused = { code: "LINK_INVALID" };

  test("works for exactly one of twenty who use it at once", async () => {
    const { token } = await memberWithMail();
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        forum.visitor().graphql(RESET, { token, password: `${PASSWORD} ${index}` }),
      ),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === "rejected") expect(attempt.reason).toMatchObject(refused);
  });

  test("ends after thirty minutes", async () => {
    const { token } = await memberWithMail();
    pass(30 * MINUTE_MS);
    await expect(forum.visitor().graphql(READ, { token })).rejects.toMatchObject(refused);
    const late = forum.visitor().graphql(RESET, { token, password: PASSWORD });
    await expect(late).rejects.toMatchObject(refused);
  });

  test("ends when a newer one is mailed, and when the password changes in any other way", async () => {
    const { person, address, token } = await memberWithMail();
    pass(MINUTE_MS);
    const newer = (await mailedToken(person.credentials!.username, address))!;
    await expect(forum.visitor().graphql(READ, { token })).rejects.toMatchObject(refused);
    const admin = await forum.admin();
    await admin.graphql(
      `mutation ($id: ID!) { resetUserPassword(userId: $id, password: "${PASSWORD} twice") }`,
      {
        id: person.id,
      },
    );
    const outdated = forum.visitor().graphql(RESET, { token: newer, password: PASSWORD });
    await expect(outdated).rejects.toMatchObject(refused);
  });

  test("of a request from elsewhere leads to the configured address all the same", async () => {
    const person = await forum.member();
    const address = await giveEmail(forum, server, person);
    const body = { query: ASK, variables: { account: address } };
    await forum.visitor().post("/graphql", body, { "x-forwarded-host": "evil.test" });
    await send(forum);
    expect(server.to(address).at(-1)!.raw).not.toContain("evil.test");
  });

  test.each([
    ["is made up", () => "made.up"],
    ["is somebody else's", (token: string) => token.replace(/^[\w-]+/, btoa('{"u":1,"t":1}'))],
    ["is empty", () => ""],
  ])("is refused if it %s", async (_, forge) => {
    const { token } = await memberWithMail();
    const forged = forum.visitor().graphql(RESET, { token: forge(token), password: PASSWORD });
    await expect(forged).rejects.toMatchObject(refused);
  });
});

describe("nobody learns", () => {
  test("whether there is an account or an address: the answer is the same, and so is the work before it", async () => {
    const bare = await forum.member();
    const { person } = await memberWithMail();
    pass(MINUTE_MS);
    const accounts = [
      bare.credentials!.username,
      person.credentials!.username,
      "nobody",
      "nobody@example.org",
    ];
    const answers = [];
    for (const account of accounts) {
      const { status, text } = await forum.visitor().post("/graphql", { query: ASK, variables: { account } });
      answers.push({ status, text });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [row] = await forum.rows<{ n: number }>(
      "SELECT COUNT(*) AS n FROM outbox WHERE name = 'mailPasswordResets'",
    );
    expect(Number(row!.n)).toBe(accounts.length);
    server.mails.length = 0;
    await send(forum);
    expect(server.mails.map(({ to }) => to)).toEqual([`p${person.id}@example.org`]);
  });

  test("a token from the database or the log: it is stored nowhere", async () => {
    const { token } = await memberWithMail();
    const secret = token.split(".")[1]!;
    const links = await forum.rows("SELECT * FROM mail_links");
    const dispatches = await forum.rows("SELECT * FROM notice_dispatches");
    expect(JSON.stringify([links, dispatches])).not.toContain(secret);
    expect(forum.logLines.join("")).not.toContain(secret);
  });
});

test("an account gets three mails an hour, however many ask", async () => {
  const limited = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  try {
    await setMail(limited, server);
    const person = await limited.member();
    const address = await giveEmail(limited, server, person);
    for (let round = 0; round < 5; round++) {
      await limited.visitor().graphql(ASK, { account: address });
      await send(limited);
      pass(MINUTE_MS);
    }
    expect(server.to(address)).toHaveLength(3);
  } finally {
    await limited.close();
  }
});

test("a site without mail says so, and programs that keep passwords find where one is changed", async () => {
  const silent = await Forum.open();
  try {
    const asked = silent.visitor().graphql(ASK, { account: "anybody" });
    await expect(asked).rejects.toMatchObject({ code: "MAIL_OFF" });
    expect((await silent.visitor().graphql("{ site { sendsMail } }")).site.sendsMail).toBe(false);
    const { status, headers } = await silent.visitor().get("/.well-known/change-password");
    expect([status, headers["location"]]).toEqual([302, "/my/settings#password"]);
  } finally {
    await silent.close();
  }
});
