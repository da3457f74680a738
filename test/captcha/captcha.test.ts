import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { altcha } from "../../server/features/captcha/altcha.ts";
import { CaptchaPurpose } from "../../server/features/captcha/captcha.view.ts";
import { CaptchaUse } from "../../server/features/captcha/captchaUse.entity.ts";
import { removeExpiredUses } from "../../server/features/captcha/captcha.service.ts";
import { MINUTE_MS, pass as wait, set, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { challengeFor, pass, solved } from "./solving.ts";

/** Captchas before registering, publishing and text messages: asked where the site says so, and worth one action. */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { username } } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const SEND = `mutation ($phone: String!, $captcha: String) {
  requestPhoneCode(purpose: SIGN_IN, phone: $phone, captcha: $captcha) }`;
const NEEDED = { code: "CAPTCHA_NEEDED", legacyCode: -4001 };
const WRONG = { code: "CAPTCHA_WRONG", legacyCode: -4001 };

let forum: Forum;
let people = 0;
beforeAll(async () => {
  forum = await Forum.open();
});
afterAll(() => forum.close());

/** Registers somebody. @returns the name */
async function register(captcha: string | null, who = forum.visitor()): Promise<string> {
  const username = `visitor${++people}`;
  const input = { username, nickname: username, password: "a quiet harbour", captcha };
  return (await who.graphql(REGISTER, { input })).register.viewer.username as string;
}

describe("registering", () => {
  beforeEach(() => set(forum, { "default.register_captcha": "1" }));
  afterEach(() => set(forum, { "default.register_captcha": "0" }));

  test("needs no captcha while the setting is off, and none is given", async () => {
    await set(forum, { "default.register_captcha": "0" });
    expect(await challengeFor(forum.visitor(), "REGISTER")).toBeNull();
    expect(await register(null)).toMatch(/^visitor/);
  });

  test("needs one where the site asks for it, and a solved one is enough", async () => {
    await expect(register(null)).rejects.toMatchObject(NEEDED);
    expect(await register(await pass(forum.visitor(), "REGISTER"))).toMatch(/^visitor/);
  });

  test("takes each solution once, however many come at the same time", async () => {
    const answer = await pass(forum.visitor(), "REGISTER");
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => register(answer)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(WRONG);
    await expect(register(answer)).rejects.toMatchObject(WRONG);
  });

  test("takes the same solution in another spelling no second time", async () => {
    const challenge = (await challengeFor(forum.visitor(), "REGISTER"))!;
    await register(await solved(challenge));
    const respelled = await solved(challenge, (answer) => Object.assign(answer, { more: 1 }));
    await expect(register(respelled)).rejects.toMatchObject(WRONG);
  });

  test.each<[string, Parameters<typeof solved>[1]]>([
    ["a key that is not the one", ({ solution }) => (solution.derivedKey = "00".repeat(32))],
    ["an easier challenge", ({ challenge }) => (challenge.parameters.cost = 1)],
    ["a longer life", ({ challenge }) => (challenge.parameters.expiresAt! += 3_600)],
    ["another purpose", ({ challenge }) => (challenge.parameters.data = { purpose: "PUBLISH" })],
    ["no signature", ({ challenge }) => delete challenge.signature],
    ["no signed key", ({ challenge }) => delete challenge.parameters.keySignature],
    ["no solution", (answer) => Object.assign(answer, { solution: null })],
  ])("refuses %s", async (_, change) => {
    const challenge = (await challengeFor(forum.visitor(), "REGISTER"))!;
    await expect(register(await solved(challenge, change))).rejects.toMatchObject(WRONG);
  });

  test.each([
    ["words", "hello"],
    ["JSON of something else", Buffer.from("[]").toString("base64")],
    ["far too much", "A".repeat(10_000)],
  ])("refuses %s", async (_, answer) => {
    await expect(register(answer)).rejects.toMatchObject(WRONG);
  });

  test("refuses what another forum has signed", async () => {
    const ctx = forum.app.context();
    const foreign = altcha({ ...ctx, services: { ...ctx.services, secretKey: randomBytes(32) } });
    const answer = await solved(await foreign.challenge(CaptchaPurpose.REGISTER));
    await expect(register(answer)).rejects.toMatchObject(WRONG);
  });

  test("refuses a solution after five minutes, and clears its mark away", async () => {
    stopClock();
    try {
      const [first, late] = [
        await pass(forum.visitor(), "REGISTER"),
        await pass(forum.visitor(), "REGISTER"),
      ];
      await register(first);
      wait(5 * MINUTE_MS + 1_000);
      await expect(register(late)).rejects.toMatchObject(WRONG);
      await removeExpiredUses(forum.app.context());
      expect(await forum.app.context().db.count(CaptchaUse)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("publishing", () => {
  const input = async (captcha?: string) => ({
    categoryId: await forum.categoryId(),
    title: "Tea",
    body: `Which one? ${++people}`,
    captcha,
  });
  const publish = async (person: Person, captcha?: string): Promise<string> =>
    (await person.graphql(PUBLISH, { input: await input(captcha) })).publishThread.id as string;

  test("needs a captcha in groups that say so, for every thread anew", async () => {
    const person = await forum.member("createThreadWithCaptcha");
    await expect(publish(person)).rejects.toMatchObject(NEEDED);
    const answer = await pass(person, "PUBLISH");
    expect(await publish(person, answer)).toMatch(/\d/);
    await expect(publish(person, answer)).rejects.toMatchObject(WRONG);
  });

  test("refuses old clients there, who are told of it beforehand", async () => {
    const person = await forum.member("createThreadWithCaptcha");
    expect((await person.rest("GET", "/api/v3/forum")).Data.other.createThreadWithCaptcha).toBe(true);
    const { Code } = await person.rest("POST", "/api/v3/thread.create", {
      title: "Tea",
      categoryId: await forum.categoryId(),
      content: { text: "Which one?" },
      captchaTicket: "made up",
      captchaRandStr: "made up",
    });
    expect(Code).toBe(-4001);
  });

  test("needs none in other groups and of administrators", async () => {
    expect(await publish(await forum.member())).toMatch(/\d/);
    const admin = await forum.admin();
    expect(await challengeFor(admin, "PUBLISH")).toBeNull();
    expect(await publish(admin)).toMatch(/\d/);
  });

  test("takes no captcha that was meant for registering", async () => {
    await set(forum, { "default.register_captcha": "1" });
    const person = await forum.member("createThreadWithCaptcha");
    await expect(publish(person, await pass(person, "REGISTER"))).rejects.toMatchObject(WRONG);
    await set(forum, { "default.register_captcha": "0" });
  });
});

describe("text messages", () => {
  const send = (captcha?: string) => forum.visitor().graphql(SEND, { phone: "13800000999", captcha });
  beforeAll(() => set(forum, { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" }));

  test.each(["sms_captcha", "register_captcha"])("need a captcha with %s", async (key) => {
    await set(forum, { [`default.${key}`]: "1" });
    await expect(send()).rejects.toMatchObject(NEEDED);
    expect((await send(await pass(forum.visitor(), "SMS"))).requestPhoneCode).toMatch(/^[\w-]+$/);
    await set(forum, { [`default.${key}`]: "0" });
  });
});

describe("a site without https, where no browser could solve it", () => {
  let plain: Forum;
  beforeAll(async () => {
    plain = await Forum.open({ env: { PUBLIC_URL: "http://forum.example.org" } });
  });
  afterAll(() => plain.close());

  test("cannot switch it on, and asks nothing", async () => {
    const admin = await plain.admin();
    const SAVE = `mutation { saveSettings(entries: [{key: "register_captcha", value: "1"}]) { id } }`;
    await expect(admin.graphql(SAVE)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringMatching(/https/) as string,
    });
    const person = await plain.member("createThreadWithCaptcha");
    expect(await challengeFor(person, "PUBLISH")).toBeNull();
  });
});
