import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserStatus } from "../../server/core/viewer.ts";
import { insert } from "../../server/core/write.ts";
import { SecondFactor } from "../../server/features/auth/second-factor/secondFactor.entity.ts";
import { keptMessages } from "../../server/features/sms/smsOutbox.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { prove, set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { BOUND, BY_PHONE, CONNECT, LINK, LOGIN, PENDING, REGISTER, REMOVE, WechatTab } from "./wechatTab.ts";

/** Signing in by WeChat through the local emulator: sessions, registrations, bindings, QR codes, and what is refused. */
const WECHAT = {
  "wx_offiaccount.offiaccount_close": "1",
  "wx_oplatform.oplatform_close": "1",
  "wx_miniprogram.miniprogram_close": "1",
};
const SMS = { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" };
const PASSWORD = "a quiet harbour";
const NEXT = "/user/wx-select";

let forum: Forum;
let people = 0;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await set(forum, { ...WECHAT, ...SMS });
});
afterAll(() => forum.close());

const someone = (): string => `wx${++people}`;
const tab = (person: Person = forum.visitor()): WechatTab => new WechatTab(person);
const countUsers = async (): Promise<number> => forum.database.manager.count(User);

/** A browser to which WeChat has named somebody. */
async function named(who = someone(), person?: Person): Promise<WechatTab> {
  const browser = tab(person);
  expect(await browser.as(who)).toBe(NEXT);
  return browser;
}

/** Somebody who has registered by WeChat alone. */
async function registered(who = someone()): Promise<{ who: string; id: string }> {
  const { viewer } = (await (await named(who)).ask(REGISTER, { input: { nickname: who } })).registerByWechat;
  return { who, id: viewer.id as string };
}

async function memberWithPassword(): Promise<{ id: string; username: string }> {
  const username = `member${++people}`;
  const { register } = await forum
    .visitor()
    .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`, {
      input: { username, nickname: username, password: PASSWORD },
    });
  return { id: register.viewer.id as string, username };
}

async function codeFor(phone: string): Promise<{ request: string; phone: string; code: string }> {
  const ASK = `mutation ($phone: String) { requestPhoneCode(purpose: SIGN_IN, phone: $phone) }`;
  const request = (await forum.visitor().graphql(ASK, { phone })).requestPhoneCode as string;
  const code = keptMessages(forum.app.services).find((each) => each.phone === `+86${phone}`)!.values[0]!;
  return { request, phone, code };
}
const newNumber = (): string => `1390000${String(++people).padStart(4, "0")}`;
const phoneLogin = `mutation ($input: PhoneLoginInput!) { loginByPhone(input: $input) { viewer { id } } }`;

/** A member who has bound a WeChat account in the settings. */
async function bound(who = someone()): Promise<{ who: string; browser: WechatTab }> {
  const browser = tab(await forum.member());
  await prove(forum, browser.person);
  await browser.as(who, "BIND");
  await browser.ask(CONNECT);
  return { who, browser };
}

describe("somebody new", () => {
  test("registers by WeChat, and signs in by it from then on", async () => {
    const who = someone();
    const browser = await named(who);
    expect((await browser.ask(PENDING)).pendingWechat).toEqual({
      step: "CHOOSE",
      intent: "SIGN_IN",
      nickname: who,
      account: null,
      mayRegister: true,
      mayUsePhone: true,
    });
    const { viewer } = (await browser.ask(REGISTER, { input: { nickname: who } })).registerByWechat;
    expect(viewer).toMatchObject({ nickname: who, status: "NORMAL" });
    expect(viewer.username).toMatch(/^(网友|member)\d{6}$/);

    const again = await named(who);
    expect((await again.ask(PENDING)).pendingWechat).toMatchObject({ step: "SIGN_IN", account: who });
    expect((await again.ask(LOGIN)).loginByWechat.viewer.id).toBe(viewer.id);
  });

  test("is the same member by the official account, the open platform and the mini-program", async () => {
    const { who, id } = await registered();
    const desk = tab();
    await desk.as(who, "SIGN_IN", { openPlatform: true });
    expect((await desk.ask(LOGIN)).loginByWechat.viewer.id).toBe(id);
    const MINI = `mutation ($input: MiniProgramLoginInput!) { loginByMiniProgram(input: $input) { session { viewer { id } accessToken } } }`;
    const session = (await tab().ask(MINI, { input: { code: await miniCode(who) } })).loginByMiniProgram
      .session;
    expect(session).toMatchObject({
      viewer: { id },
      accessToken: expect.stringMatching(/^luntan_/) as string,
    });
  });

  test.each([
    ["registration is closed", { "default.register_close": "0" }],
    ["new members register by phone", { "default.register_type": "1" }],
  ])("is refused while %s", async (_, settings) => {
    await set(forum, settings);
    const browser = await named();
    const before = await countUsers();
    await expect(browser.ask(REGISTER, { input: {} })).rejects.toMatchObject({ code: "REGISTRATION_CLOSED" });
    expect(await countUsers()).toBe(before);
    await set(forum, { "default.register_close": "1", "default.register_type": "0" });
  });

  test("agrees to the terms, gives an address where one is needed, and waits for the review", async () => {
    await set(forum, {
      "agreement.register": "1",
      "agreement.register_content": "Be kind.",
      "default.register_validate": "1",
    });
    const browser = await named();
    await expect(browser.ask(REGISTER, { input: {} })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const { viewer } = (await browser.ask(REGISTER, { input: { agreed: true } })).registerByWechat;
    expect(viewer.status).toBe("UNDER_REVIEW");
    await set(forum, { "agreement.register": "0", "default.register_validate": "0" });
  });

  test("may not have the name of another", async () => {
    const { username } = await memberWithPassword();
    const browser = await named();
    await expect(browser.ask(REGISTER, { input: { nickname: username } })).rejects.toMatchObject({
      code: "NICKNAME_TAKEN",
    });
    await browser.ask(REGISTER, { input: {} });
  });

  test("becomes one member however often the button is pressed at once", async () => {
    const who = someone();
    const browsers = await Promise.all([named(who), named(who), named(who)]);
    const before = await countUsers();
    const results = await Promise.allSettled(
      [...browsers, browsers[0]!, browsers[1]!].map((browser) => browser.ask(REGISTER, { input: {} })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countUsers()).toBe(before + 1);
  });

  test("by WeChat alone, where the site wants it so", async () => {
    await set(forum, { "default.register_type": "2" });
    const { site } = await forum.visitor().graphql("{ site { signInModes } }");
    expect(site.signInModes[0]).toBe("WECHAT");
    await expect(memberWithPassword()).rejects.toMatchObject({ code: "REGISTRATION_CLOSED" });
    await expect(
      forum.visitor().graphql(phoneLogin, { input: await codeFor(newNumber()) }),
    ).rejects.toMatchObject({ code: "REGISTRATION_CLOSED" });
    await registered();
    await set(forum, { "default.register_type": "0" });
  });
});

/** A code of `wx.login`, as the emulator makes it. */
async function miniCode(who: string): Promise<string> {
  const answer = await forum.visitor().post("/dev/wechat", { who, action: "code" });
  return /<code>(\w+)<\/code>/.exec(answer.text)![1]!;
}

describe("a mini-program", () => {
  const MINI = `mutation ($input: MiniProgramLoginInput!) { loginByMiniProgram(input: $input) { session { expiresAt } ticket } }`;

  test("gets a ticket for who has no account, which registers once and is worth nothing elsewhere", async () => {
    const code = await miniCode(someone());
    const { session, ticket } = (await tab().ask(MINI, { input: { code } })).loginByMiniProgram;
    expect(session).toBeNull();
    await expect(tab().ask(MINI, { input: { code } })).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    const results = await Promise.allSettled([1, 2, 3].map(() => tab().ask(REGISTER, { input: { ticket } })));
    const [winner] = results.filter((result) => result.status === "fulfilled");
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(winner!.value.registerByWechat.accessToken).toMatch(/^luntan_/);
  });

  test("of the predecessor signs in by its own call, and registers who is new", async () => {
    const who = someone();
    const sign = async () =>
      forum.visitor().rest("POST", "/api/v3/users/wechat/miniprogram.login", {
        jsCode: await miniCode(who),
        iv: "iv",
        encryptedData: "data",
        inviteCode: "",
      });
    const first = await sign();
    expect(first).toMatchObject({ Code: 0, Data: { tokenType: "Bearer", uid: expect.any(Number) } });
    expect(first.Data.accessToken).toMatch(/^luntan_/);
    expect((await sign()).Data.uid).toBe(first.Data.uid);
    await set(forum, { "wx_miniprogram.miniprogram_close": "0" });
    expect((await sign()).Code).toBe(-2001);
    await set(forum, { "wx_miniprogram.miniprogram_close": "1" });
  });
});

describe("an account that exists", () => {
  test("is bound by its name and password", async () => {
    const { id, username } = await memberWithPassword();
    const who = someone();
    const browser = await named(who);
    await expect(browser.ask(LOGIN)).rejects.toMatchObject({ code: "WECHAT_UNBOUND" });
    await expect(browser.ask(LINK, { input: { username, password: "not this one" } })).rejects.toMatchObject({
      code: "LOGIN_FAILED",
    });
    expect((await browser.ask(LINK, { input: { username, password: PASSWORD } })).linkWechat.viewer.id).toBe(
      id,
    );
    expect((await (await named(who)).ask(LOGIN)).loginByWechat.viewer.id).toBe(id);
  });

  test("keeps the WeChat account that it has", async () => {
    const { id, username } = await memberWithPassword();
    const input = { username, password: PASSWORD };
    const who = someone();
    await (await named(who)).ask(LINK, { input });
    await expect((await named()).ask(LINK, { input })).rejects.toMatchObject({ code: "WECHAT_BOUND" });
    expect((await (await named(who)).ask(LOGIN)).loginByWechat.viewer.id).toBe(id);
  });

  test("gets one of several WeChat accounts that are bound to it at once", async () => {
    const { username } = await memberWithPassword();
    const browsers = await Promise.all([named(), named(), named()]);
    const results = await Promise.allSettled(
      browsers.map((browser) => browser.ask(LINK, { input: { username, password: PASSWORD } })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a phone number and a WeChat account meet", () => {
  test("and nothing is joined until somebody chooses", async () => {
    const phone = newNumber();
    const first = await forum.visitor().graphql(phoneLogin, { input: await codeFor(phone) });
    const { id } = first.loginByPhone.viewer;
    await forum.write((ctx) => ctx.db.query("DELETE FROM limit_counters"));
    const who = someone();
    const browser = await named(who);
    const input = await codeFor(phone);
    const before = await countUsers();
    for (const choice of [undefined, "REGISTER"])
      await expect(browser.ask(BY_PHONE, { input: { ...input, choice } })).rejects.toMatchObject({
        code: "WECHAT_LINK_NEEDED",
      });
    const linked = (await browser.ask(BY_PHONE, { input: { ...input, choice: "LINK" } })).linkWechatByPhone;
    expect(linked.viewer.id).toBe(id);
    expect(await countUsers()).toBe(before);
    expect((await (await named(who)).ask(LOGIN)).loginByWechat.viewer.id).toBe(id);
  });

  test("and become a new member together, if nobody has either", async () => {
    await set(forum, { "default.register_type": "1" });
    const phone = newNumber();
    const browser = await named();
    const input = await codeFor(phone);
    await expect(browser.ask(BY_PHONE, { input: { ...input, choice: "LINK" } })).rejects.toMatchObject({
      code: "WECHAT_REGISTER_NEEDED",
    });
    const { viewer } = (await browser.ask(BY_PHONE, { input: { ...input, choice: "REGISTER" } }))
      .linkWechatByPhone;
    expect(viewer.phone).toBe(`+86${phone}`);
    await set(forum, { "default.register_type": "0" });
  });

  test("and a number whose member has another WeChat account keeps it", async () => {
    const phone = newNumber();
    const first = await named();
    await first.ask(BY_PHONE, { input: { ...(await codeFor(phone)), choice: "REGISTER" } });
    await forum.write((ctx) => ctx.db.query("DELETE FROM limit_counters"));
    await expect(
      (await named()).ask(BY_PHONE, { input: { ...(await codeFor(phone)), choice: "LINK" } }),
    ).rejects.toMatchObject({ code: "WECHAT_BOUND" });
  });
});

describe("a member", () => {
  test("binds WeChat after a proof, signs in by it, and unbinds it unless it is the last way in", async () => {
    const person = await forum.member();
    await forum.write((ctx) =>
      ctx.db.query("UPDATE sessions SET provenAt = NULL WHERE userId = ?", [person.id]),
    );
    await expect(tab(person).begin("BIND")).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    const { who, browser } = await bound();
    expect((await browser.ask(BOUND)).boundWechat).toEqual({ nickname: who });
    expect((await (await named(who)).ask(LOGIN)).loginByWechat.viewer.id).toBe(String(browser.person.id));
    await expect(browser.ask(REMOVE)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await forum.write((ctx) =>
      ctx.db.query("UPDATE users SET passwordHash = ? WHERE id = ?", [
        "$argon2id$made-up",
        browser.person.id,
      ]),
    );
    expect((await browser.ask(REMOVE)).removeWechat).toBe(true);
    expect((await browser.ask(BOUND)).boundWechat).toBeNull();
    await expect((await named(who)).ask(LOGIN)).rejects.toMatchObject({ code: "WECHAT_UNBOUND" });
  });

  test("changes to another WeChat account, and the one before signs nobody in", async () => {
    const { who, browser } = await bound();
    await expect(browser.begin("BIND")).rejects.toMatchObject({ code: "WECHAT_BOUND" });
    const other = someone();
    await browser.as(other, "REBIND");
    expect((await browser.ask(PENDING)).pendingWechat).toMatchObject({ step: "CONNECT", intent: "REBIND" });
    await browser.ask(CONNECT);
    expect((await (await named(other)).ask(LOGIN)).loginByWechat.viewer.id).toBe(String(browser.person.id));
    await expect((await named(who)).ask(LOGIN)).rejects.toMatchObject({ code: "WECHAT_UNBOUND" });
  });

  test("takes no WeChat account of another, neither to bind nor to change", async () => {
    const { who } = await bound();
    const browser = tab(await forum.member());
    await prove(forum, browser.person);
    await browser.as(who, "BIND");
    await expect(browser.ask(CONNECT)).rejects.toMatchObject({ code: "WECHAT_TAKEN" });
    const second = await bound();
    await second.browser.as(who, "REBIND");
    await expect(second.browser.ask(CONNECT)).rejects.toMatchObject({ code: "WECHAT_TAKEN" });
    expect((await second.browser.ask(BOUND)).boundWechat).toEqual({ nickname: second.who });
  });

  test("binds nothing that a sign-in of this browser brought, nor what another member began", async () => {
    const browser = await named(someone(), await forum.member());
    await expect(browser.ask(CONNECT)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    const { browser: begun } = await bound();
    await begun.as(someone(), "REBIND");
    await expect(begun.ask(LOGIN)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    await expect(begun.ask(REGISTER, { input: {} })).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });

  test("with a second factor is asked for it here, too, with the same ticket", async () => {
    const { who, browser } = await bound();
    await forum.write((ctx) =>
      insert(ctx, SecondFactor, {
        userId: browser.person.id,
        secret: "",
        recoveryCodes: "[]",
        createdAt: ctx.now,
        confirmedAt: ctx.now,
        lastStep: 0,
      }),
    );
    const again = await named(who);
    await expect(again.ask(LOGIN)).rejects.toMatchObject({ code: "SECOND_FACTOR_NEEDED" });
    expect((await again.ask(PENDING)).pendingWechat.step).toBe("SIGN_IN");
  });

  test("who is banned stays out, and is told so", async () => {
    const { who, browser } = await bound();
    await forum.write((ctx) => ctx.db.update(User, { id: browser.person.id }, { status: UserStatus.BANNED }));
    await expect((await named(who)).ask(LOGIN)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
  });

  test("of a group that needs WeChat binds it before publishing", async () => {
    const person = await forum.member("publishNeedBindWechat", "thread.reply");
    const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
    const input = { categoryId: await forum.categoryId(), title: "Tea", body: "Which one?" };
    const needed = { code: "WECHAT_NEEDED", legacyCode: -8000 };
    await expect(person.graphql(PUBLISH, { input })).rejects.toMatchObject(needed);
    await prove(forum, person);
    const browser = tab(person);
    await browser.as(someone(), "BIND");
    await browser.ask(CONNECT);
    expect((await person.graphql(PUBLISH, { input })).publishThread.id).toMatch(/\d/);
  });
});
test("a site that has not switched WeChat on offers nothing of it", async () => {
  const off = Object.fromEntries(Object.keys(WECHAT).map((name) => [name, "0"]));
  await set(forum, off);
  const { site, wechatWays } = await forum
    .visitor()
    .graphql("{ site { signInModes } wechatWays { official openPlatform isEmulated } }");
  expect(site.signInModes).not.toContain("WECHAT");
  expect(wechatWays).toEqual({ official: false, openPlatform: false, isEmulated: false });
  await expect(tab().begin()).rejects.toMatchObject({ code: "WECHAT_OFF" });
  await expect(tab().show()).rejects.toMatchObject({ code: "WECHAT_OFF" });
  await set(forum, WECHAT);
});
