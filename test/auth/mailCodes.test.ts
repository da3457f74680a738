import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { giveEmail, MINUTE_MS, pass, send, set, setMail, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import type { Person } from "../support/person.ts";

const ASK = `mutation ($account: String!) { requestSignInCode(account: $account) }`;
const LOGIN = `mutation ($input: CodeLoginInput!) { loginByCode(input: $input) { viewer { nickname } accessToken } }`;

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

const ask = async (account: string): Promise<string> =>
  (await forum.visitor().graphql(ASK, { account })).requestSignInCode as string;
const login = (request: string, code: string) => forum.visitor().graphql(LOGIN, { input: { request, code } });
/** The code of the last mail to an address. */
const codeTo = (address: string): string => /\b\d{6}\b/.exec(server.to(address).at(-1)!.text)![0];
/** A code that is certainly another one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function memberWithCode(): Promise<{ person: Person; address: string; request: string; code: string }> {
  const person = await forum.member();
  const address = await giveEmail(forum, server, person);
  const request = await ask(address.toUpperCase());
  await send(forum);
  return { person, address, request, code: codeTo(address) };
}

test("a mailed code signs in once, by name or address", async () => {
  const { person, address, request, code } = await memberWithCode();
  expect((await login(request, ` ${code.slice(0, 3)} ${code.slice(3)} `)).loginByCode.viewer.nickname).toBe(
    person.nickname,
  );
  await expect(login(request, code)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  pass(MINUTE_MS);
  const again = await ask(person.credentials!.username);
  await send(forum);
  expect((await login(again, codeTo(address))).loginByCode.accessToken).toMatch(/\S{20}/);
});

test("of twenty who use one code at the same moment exactly one gets in", async () => {
  const { request, code } = await memberWithCode();
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => login(request, code)));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

describe("a code is refused", () => {
  test("if it is wrong; the right one works afterwards", async () => {
    const { request, code } = await memberWithCode();
    await expect(login(request, other(code))).rejects.toMatchObject({
      code: "CODE_WRONG",
      legacyCode: -9002,
    });
    await expect(login(request, "")).rejects.toMatchObject({ code: "CODE_WRONG" });
    expect((await login(request, code)).loginByCode.viewer).not.toBeNull();
  });

  test("after five wrong ones, the right one too", async () => {
    const { request, code } = await memberWithCode();
    for (let guess = 0; guess < 5; guess++)
      await expect(login(request, other(code))).rejects.toMatchObject({ code: "CODE_WRONG" });
    const late = login(request, code);
    await expect(late).rejects.toMatchObject({ code: expect.stringMatching(/CODE_EXPIRED|RATE_LIMITED/) });
  });

  test("after ten minutes", async () => {
    const { request, code } = await memberWithCode();
    pass(10 * MINUTE_MS);
    await expect(login(request, code)).rejects.toMatchObject({ code: "CODE_EXPIRED", legacyCode: -9003 });
  });

  test("if it was mailed to somebody else, or asked for in another browser", async () => {
    const [ada, bob] = [await memberWithCode(), await memberWithCode()];
    if (ada.code !== bob.code)
      await expect(login(ada.request, bob.code)).rejects.toMatchObject({ code: "CODE_WRONG" });
    await expect(login("made-up", ada.code)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  });

  test("once the password has changed", async () => {
    const { person, request, code } = await memberWithCode();
    const admin = await forum.admin();
    const RESET = `mutation ($id: ID!) { resetUserPassword(userId: $id, password: "a quiet harbour") }`;
    await admin.graphql(RESET, { id: person.id });
    await expect(login(request, code)).rejects.toMatchObject({ code: "CODE_WRONG" });
  });

  test("for banned members, who read why", async () => {
    const { person, request, code } = await memberWithCode();
    await forum.write((ctx) =>
      ctx.db.query(`UPDATE users SET status = 1, statusReason = 'Spam' WHERE id = ${person.id}`),
    );
    await expect(login(request, code)).rejects.toMatchObject({
      code: "ACCOUNT_BANNED",
      message: expect.stringContaining("Spam"),
    });
  });
});

describe("nobody learns whether there is an account", () => {
  test("from the answer, nor from the refusals of its codes", async () => {
    const person = await forum.member();
    const seen = [];
    for (const account of [person.credentials!.username, "nobody-at-all"]) {
      const request = await ask(account);
      await send(forum);
      const guesses = [];
      for (let guess = 0; guess < 7; guess++)
        guesses.push(await login(request, "000000").catch((error: { code: string }) => error.code));
      seen.push({ length: request.length, guesses });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(server.mails).toHaveLength(0);
  });
});

test("an account is mailed five codes an hour at most, whoever asks", async () => {
  const strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
  try {
    await setMail(strict, server);
    const person = await strict.member();
    const address = await giveEmail(strict, server, person);
    server.mails.length = 0;
    for (let count = 0; count < 7; count++) {
      await strict.visitor().graphql(ASK, { account: address });
      pass(1_000);
      await send(strict);
    }
    expect(server.to(address)).toHaveLength(5);
  } finally {
    await strict.close();
  }
});

test("a site without mail, or that wants none, offers no codes", async () => {
  await set(forum, { "default.sign_in_codes": "0" });
  await expect(ask("anybody")).rejects.toMatchObject({ code: "MAIL_OFF" });
  expect((await forum.visitor().graphql("{ site { signInModes } }")).site.signInModes).toEqual(["PASSWORD"]);
  await set(forum, { "default.sign_in_codes": "2" });
  expect((await forum.visitor().graphql("{ site { signInModes } }")).site.signInModes).toEqual([
    "MAIL_CODE",
    "PASSWORD",
  ]);
});

test("codes that nobody used are deleted", async () => {
  const { address } = await memberWithCode();
  pass(11 * MINUTE_MS);
  await forum.app.clock.runAll(["removeExpiredCodes"]);
  expect(await forum.rows("SELECT id FROM one_time_codes")).toEqual([]);
  expect(server.to(address)).not.toHaveLength(0);
});
