import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { keptMessages } from "../../server/features/sms/smsOutbox.ts";
import { MINUTE_MS, pass, prove, set, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Signing in by phone, and the number of an account, by the codes of the local outbox. */
const ASK = `mutation ($purpose: PhoneCodePurpose!, $phone: String) { requestPhoneCode(purpose: $purpose, phone: $phone) }`;
const LOGIN = `mutation ($input: PhoneLoginInput!) {
  loginByPhone(input: $input) { viewer { id nickname phone status } accessToken }
}`;
const BIND = `mutation ($input: PhoneCodeInput!) { bindPhone(input: $input) { id phone } }`;
const RESET = `mutation ($input: PhoneResetInput!) { resetPasswordByPhone(input: $input) }`;
const SMS = { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" };

let forum: Forum;
let numbers = 0;
beforeAll(async () => {
  forum = await Forum.open();
  await set(forum, SMS);
});
afterAll(() => forum.close());
beforeEach(() => stopClock());
afterEach(() => void vi.useRealTimers());

const newNumber = (): string => `1380000${String(++numbers).padStart(4, "0")}`;
/** The code that a number got last. */
const codeTo = (phone: string, from = forum): string =>
  keptMessages(from.app.services).find((each) => each.phone === `+86${phone}`)!.values[0]!;
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

interface Asked {
  readonly phone: string;
  readonly request: string;
  readonly code: string;
}

async function ask(phone: string, purpose = "SIGN_IN", who = forum.visitor()): Promise<Asked> {
  const request = (await who.graphql(ASK, { purpose, phone })).requestPhoneCode as string;
  return { phone, request, code: codeTo(phone) };
}
const login = (input: Asked & { agreed?: boolean }) => forum.visitor().graphql(LOGIN, { input });

async function bind(person: Person, phone: string): Promise<void> {
  await prove(forum, person);
  await person.graphql(BIND, { input: await ask(phone, "BIND", person) });
}

/** A member with a phone number. */
async function memberWithPhone(): Promise<{ person: Person; phone: string }> {
  const [person, phone] = [await forum.member(), newNumber()];
  await bind(person, phone);
  return { person, phone };
}

/** Publishes a thread. @returns its id */
async function publish(): Promise<string> {
  const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "Tea", body: "Which one?" };
  return (await (await forum.admin()).graphql(PUBLISH, { input })).publishThread.id as string;
}

test("a new number registers, and signs in to the same account afterwards", async () => {
  const phone = newNumber();
  const { viewer } = (await login(await ask(phone))).loginByPhone;
  expect(viewer).toMatchObject({ phone: `+86${phone}`, status: "NORMAL" });
  expect(viewer.nickname).toMatch(/^(网友|member)\d{6}$/);
  pass(MINUTE_MS);
  expect((await login(await ask(phone))).loginByPhone.viewer.id).toBe(viewer.id);
});

test.each([
  ["with the country code", (phone: string) => `+86 ${phone}`],
  ["with 0086", (phone: string) => `0086${phone}`],
  [
    "with blanks and hyphens",
    (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`,
  ],
  [
    "in full-width digits",
    (phone: string) => phone.replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)),
  ],
])("a number that is typed %s is the same number", async (_, write) => {
  const { person, phone } = await memberWithPhone();
  pass(MINUTE_MS);
  const asked = await ask(phone);
  const { viewer } = (await login({ ...asked, phone: write(phone) })).loginByPhone;
  expect(viewer.id).toBe(String(person.id));
});

test.each([
  "",
  "1380000000",
  "138000000000",
  "12800000000",
  "+1 415 555 0100",
  "13８0000000x",
  "١٣٨٠٠٠٠٠٠٠٠",
])("“%s” is no number", async (phone) => {
  await expect(forum.visitor().graphql(ASK, { purpose: "SIGN_IN", phone })).rejects.toMatchObject({
    code: "PHONE_INVALID",
    legacyCode: -7078,
  });
});

test("of twenty who use one code at the same moment exactly one gets in, and one account comes of it", async () => {
  for (const phone of [newNumber(), (await memberWithPhone()).phone]) {
    pass(MINUTE_MS);
    const asked = await ask(phone);
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => login(asked)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const stored = await forum.rows("SELECT userId FROM channel_addresses WHERE addressKey = ?", [
      `+86${phone}`,
    ]);
    expect(stored).toHaveLength(1);
  }
});

describe("a code is refused", () => {
  test("if it is wrong; the right one works afterwards, once", async () => {
    const asked = await ask(newNumber());
    await expect(login({ ...asked, code: other(asked.code) })).rejects.toMatchObject({
      code: "CODE_WRONG",
      legacyCode: -9002,
    });
    await login(asked);
    await expect(login(asked)).rejects.toMatchObject({ code: "CODE_EXPIRED", legacyCode: -9003 });
  });

  test("after five wrong ones, the right one too", async () => {
    const asked = await ask(newNumber());
    for (let guess = 0; guess < 5; guess++)
      await expect(login({ ...asked, code: other(asked.code) })).rejects.toMatchObject({
        code: "CODE_WRONG",
      });
    await expect(login(asked)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  });

  test("after five minutes", async () => {
    const asked = await ask(newNumber());
    pass(5 * MINUTE_MS);
    await expect(login(asked)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  });

  test("for another number, another browser and another purpose", async () => {
    const [asked, stranger] = [await ask(newNumber()), await ask(newNumber())];
    const wrong = { code: "CODE_WRONG" };
    await expect(login({ ...asked, phone: newNumber() })).rejects.toMatchObject(wrong);
    if (asked.code !== stranger.code)
      await expect(login({ ...asked, code: stranger.code })).rejects.toMatchObject(wrong);
    await expect(login({ ...asked, request: "made-up" })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
    const reset = await ask(newNumber(), "RESET");
    await expect(login(reset)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  });

  test("to bind somebody else's account", async () => {
    const [ada, bob] = [await forum.member(), await forum.member()];
    await prove(forum, bob);
    const input = await ask(newNumber(), "BIND", ada);
    await expect(bob.graphql(BIND, { input })).rejects.toMatchObject({ code: "CODE_WRONG" });
  });

  test("for banned members, who read why", async () => {
    const { person, phone } = await memberWithPhone();
    pass(MINUTE_MS);
    await forum.write((ctx) =>
      ctx.db.query(`UPDATE users SET status = 1, statusReason = 'Spam' WHERE id = ${person.id}`),
    );
    await expect(login(await ask(phone))).rejects.toMatchObject({
      code: "ACCOUNT_BANNED",
      message: expect.stringContaining("Spam"),
    });
  });
});

describe("registering by phone obeys the site:", () => {
  afterEach(() =>
    set(forum, {
      "default.register_close": "1",
      "default.register_validate": "0",
      "default.register_type": "0",
      "agreement.register": "0",
    }),
  );

  test("closed registration lets members in, and nobody new", async () => {
    const { person, phone } = await memberWithPhone();
    await set(forum, { "default.register_close": "0" });
    pass(MINUTE_MS);
    expect((await login(await ask(phone))).loginByPhone.viewer.id).toBe(String(person.id));
    await expect(login(await ask(newNumber()))).rejects.toMatchObject({
      code: "REGISTRATION_CLOSED",
      legacyCode: -7032,
    });
  });

  test("reviewed registrations wait", async () => {
    await set(forum, { "default.register_validate": "1" });
    expect((await login(await ask(newNumber()))).loginByPhone.viewer.status).toBe("UNDER_REVIEW");
  });

  test("terms are agreed to, with the same code", async () => {
    await set(forum, { "agreement.register": "1", "agreement.register_content": "Be kind." });
    const asked = await ask(newNumber());
    await expect(login(asked)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      extensions: { field: "agreed" },
    });
    expect((await login({ ...asked, agreed: true })).loginByPhone.viewer.status).toBe("NORMAL");
  });

  test("where it is the way of registering, it is the first way in, and a user name is refused", async () => {
    await set(forum, { "default.register_type": "1" });
    expect((await forum.visitor().graphql("{ site { signInModes } }")).site.signInModes).toEqual([
      "PHONE_CODE",
      "PASSWORD",
    ]);
    const input = { username: "newcomer", nickname: "newcomer", password: "a quiet harbour" };
    const register = `mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`;
    await expect(forum.visitor().graphql(register, { input })).rejects.toMatchObject({
      code: "REGISTRATION_CLOSED",
      message: expect.stringContaining("phone"),
    });
  });
});

describe("nobody learns whether a number has an account", () => {
  test("from the answer, the message, nor the refusals of its codes", async () => {
    const { phone } = await memberWithPhone();
    pass(MINUTE_MS);
    const seen = [];
    for (const number of [phone, newNumber()]) {
      for (const purpose of ["SIGN_IN", "RESET"]) {
        const asked = await ask(number, purpose);
        const wrong = { ...asked, code: other(asked.code), password: "a quiet harbour" };
        const { graphql } = { graphql: (q: string, v: object) => forum.visitor().graphql(q, v) };
        const guesses = [];
        for (let guess = 0; guess < 6; guess++) {
          const { password: _, ...input } = wrong;
          const call = purpose === "RESET" ? graphql(RESET, { input: wrong }) : graphql(LOGIN, { input });
          guesses.push(await call.catch((error: { code: string }) => error.code));
        }
        seen.push({ purpose, length: asked.request.length, guesses });
      }
    }
    expect(seen.slice(0, 2)).toEqual(seen.slice(2));
  });

  test("a number is shown to its owner and to administrators", async () => {
    const { person, phone } = await memberWithPhone();
    const query = `query ($id: ID!) { user(id: $id) { phone } }`;
    const read = async (who: Person) => (await who.graphql(query, { id: person.id })).user.phone;
    expect(await read(person)).toBe(`+86${phone}`);
    expect(await read(await forum.admin())).toBe(`+86${phone}`);
    expect(await read(await forum.member("user.view"))).toBeNull();
    const own = (await person.rest("GET", "/api/v3/user")).Data;
    expect(own).toMatchObject({
      mobile: `${phone.slice(0, 3)}****${phone.slice(7)}`,
      originalMobile: phone,
    });
    expect(
      JSON.stringify(await (await forum.member("user.view")).rest("GET", `/api/v3/user?userId=${person.id}`)),
    ).not.toContain(phone.slice(7));
  });

  test("the log holds no number and no code", async () => {
    const asked = await ask(newNumber());
    await login(asked);
    const log = forum.logLines.join("\n");
    expect(log).not.toContain(asked.phone);
    expect(log).not.toContain(asked.code);
  });
});

describe("the number of an account", () => {
  test("belongs to one member alone", async () => {
    const { phone } = await memberWithPhone();
    const bob = await forum.member();
    pass(MINUTE_MS);
    await expect(bind(bob, phone)).rejects.toMatchObject({ code: "PHONE_TAKEN", legacyCode: -4003 });
  });

  test("goes to one of two who bind it at the same moment", async () => {
    const phone = newNumber();
    const people = [await forum.member(), await forum.member()];
    const inputs: Asked[] = [];
    for (const person of people) {
      await prove(forum, person);
      inputs.push(await ask(phone, "BIND", person));
    }
    const bound = await Promise.allSettled(
      people.map((person, i) => person.graphql(BIND, { input: inputs[i] })),
    );
    expect(bound.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("needs a proof to be bound, changed and removed; a code to the old one is such a proof", async () => {
    const { person, phone } = await memberWithPhone();
    pass(11 * MINUTE_MS);
    const needed = { code: "PROOF_NEEDED" };
    const next = newNumber();
    await expect(person.graphql(BIND, { input: await ask(next, "BIND", person) })).rejects.toMatchObject(
      needed,
    );
    await expect(person.graphql("mutation { removePhone { id } }")).rejects.toMatchObject(needed);

    const request = (await person.graphql(ASK, { purpose: "PROOF" })).requestPhoneCode as string;
    const PROVE = `mutation ($r: String!, $c: String!) { proveByPhone(request: $r, code: $c) }`;
    const code = codeTo(phone);
    await expect(person.graphql(PROVE, { r: request, c: other(code) })).rejects.toMatchObject({
      code: "CODE_WRONG",
    });
    await person.graphql(PROVE, { r: request, c: code });
    pass(MINUTE_MS);
    const { bindPhone } = await person.graphql(BIND, { input: await ask(next, "BIND", person) });
    expect(bindPhone.phone).toBe(`+86${next}`);
    await forum.write((ctx) =>
      ctx.db.query(`UPDATE users SET passwordHash = '$argon2id$v=19$real' WHERE id = ${person.id}`),
    );
    expect((await person.graphql("mutation { removePhone { phone } }")).removePhone.phone).toBeNull();
  });

  test("stays while nothing else opens the account", async () => {
    const phone = newNumber();
    const newcomer = forum.visitor();
    const input = { ...(await ask(phone)), client: "API" };
    const { accessToken } = (await newcomer.graphql(LOGIN, { input })).loginByPhone;
    const authorization = `Bearer ${accessToken}`;
    const query = "mutation { removePhone { id } }";
    const removed = (await newcomer.post("/graphql", { query }, { authorization })).json();
    expect(removed.errors[0].extensions.code).toBe("FORBIDDEN");
    expect((await newcomer.get("/api/v3/user", { authorization })).json().Data.hasPassword).toBe(false);
  });

  test("opens the account again: a new password, and all sessions end", async () => {
    const { person, phone } = await memberWithPhone();
    pass(MINUTE_MS);
    const asked = await ask(phone, "RESET");
    await expect(
      forum.visitor().graphql(RESET, { input: { ...asked, password: "short" } }),
    ).rejects.toMatchObject({
      code: "PASSWORD_TOO_SHORT",
    });
    await forum.visitor().graphql(RESET, { input: { ...asked, password: "a quiet harbour" } });
    expect((await person.graphql("{ viewer { id } }").catch(() => ({ viewer: null }))).viewer).toBeNull();
    const SIGN_IN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
    const input = { username: person.credentials!.username, password: "a quiet harbour" };
    expect((await forum.visitor().graphql(SIGN_IN, { input })).login.viewer.id).toBe(String(person.id));
    const unknown = { ...(await ask(newNumber(), "RESET")), password: "a quiet harbour" };
    await expect(forum.visitor().graphql(RESET, { input: unknown })).rejects.toMatchObject({
      code: "PHONE_UNKNOWN",
    });
  });
});

describe("who must bind a phone before they publish", () => {
  test("is told so by both doors, until they have", async () => {
    const person = await forum.member("publishNeedBindPhone");
    const threadId = await publish();
    const REPLY = `mutation ($id: ID!) { replyToThread(input: { threadId: $id, body: "hello" }) { id } }`;
    const needed = { code: "PHONE_NEEDED", legacyCode: -8001 };
    await expect(person.graphql(REPLY, { id: threadId })).rejects.toMatchObject(needed);
    const rest = await person.rest("POST", "/api/v3/posts.create", {
      id: threadId,
      type: 1,
      content: "hello",
    });
    expect(rest.Code).toBe(-8001);
    expect((await person.rest("GET", "/api/v3/forum")).Data.other.publishNeedBindPhone).toBe(true);

    await bind(person, newNumber());
    expect((await person.graphql(REPLY, { id: threadId })).replyToThread.id).toMatch(/\d/);
  });

  test("is not asked while no number could be bound", async () => {
    const person = await forum.member("publishNeedBindPhone");
    const id = await publish();
    await set(forum, { "qcloud.qcloud_sms": "0" });
    const REPLY = `mutation ($id: ID!) { replyToThread(input: { threadId: $id, body: "hello" }) { id } }`;
    expect((await person.graphql(REPLY, { id })).replyToThread.id).toMatch(/\d/);
    await expect(
      forum.visitor().graphql(ASK, { purpose: "SIGN_IN", phone: newNumber() }),
    ).rejects.toMatchObject({
      code: "SMS_OFF",
      legacyCode: -9001,
    });
    await set(forum, SMS);
  });
});

describe("limits", () => {
  let strict: Forum;
  beforeAll(async () => {
    strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
    await set(strict, SMS);
  });
  afterAll(() => strict.close());
  const send = (phone: string) => strict.visitor().graphql(ASK, { purpose: "SIGN_IN", phone });

  test("a number gets another code after a minute, and five in an hour", async () => {
    const phone = newNumber();
    await send(phone);
    await expect(send(`+86 ${phone}`)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      extensions: { retryAfterSeconds: 60 },
    });
    for (let count = 0; count < 4; count++) {
      pass(MINUTE_MS);
      await send(phone);
    }
    pass(MINUTE_MS);
    await expect(send(phone)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await send(newNumber())).toBeTruthy();
  });

  test("a message that the provider does not take costs no wait, and leaves no code behind", async () => {
    const phone = newNumber();
    await set(strict, {
      "qcloud.qcloud_secret_id": "AKID",
      "qcloud.qcloud_secret_key": "key",
      "qcloud.qcloud_sms_app_id": "1",
      "qcloud.qcloud_sms_sign": "茶馆",
      "qcloud.qcloud_sms_template_id": "2",
      "qcloud.qcloud_sms_endpoint": "http://127.0.0.1:9",
    });
    const before = await strict.rows("SELECT id FROM one_time_codes");
    for (let count = 0; count < 2; count++)
      await expect(send(phone)).rejects.toMatchObject({ code: "SMS_FAILED", legacyCode: -5004 });
    expect(await strict.rows("SELECT id FROM one_time_codes")).toHaveLength(before.length);
    expect(strict.logLines.join("\n")).not.toContain(phone);
  });
});
