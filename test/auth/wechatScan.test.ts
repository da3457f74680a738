import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prove, set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { ANSWER, CONNECT, LOGIN, PENDING, REGISTER, WechatTab } from "./wechatTab.ts";

/** QR codes for WeChat, and what is refused on the way through it. */
const NEXT = "/user/wx-select";

let forum: Forum;
let people = 0;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  await set(forum, { "wx_offiaccount.offiaccount_close": "1" });
});
afterAll(() => forum.close());

const someone = (): string => `wx${++people}`;
const tab = (person: Person = forum.visitor()): WechatTab => new WechatTab(person);

/** A browser to which WeChat has named somebody. */
async function named(who: string): Promise<WechatTab> {
  const browser = tab();
  expect(await browser.as(who)).toBe(NEXT);
  return browser;
}

/** Somebody who has registered by WeChat alone. */
async function registered(): Promise<{ who: string; id: string }> {
  const who = someone();
  const { viewer } = (await (await named(who)).ask(REGISTER, { input: { nickname: who } })).registerByWechat;
  return { who, id: viewer.id as string };
}

describe("a QR code", () => {
  test("signs the desk in once the phone has agreed", async () => {
    const { who, id } = await registered();
    const [desk, phone] = [tab(), tab()];
    const scan = await desk.show();
    expect(await desk.scanState()).toBe("OPEN");
    expect(await phone.as(who, "SIGN_IN", { scan })).toBe(`/user/wx-authorization?scan=${scan}`);
    expect(await desk.scanState()).toBe("SCANNED");
    const SCANNED = `query ($scan: String!) { scannedCode(scan: $scan) { intent state nickname account } }`;
    expect((await phone.ask(SCANNED, { scan })).scannedCode).toEqual({
      intent: "SIGN_IN",
      state: "SCANNED",
      nickname: who,
      account: null,
    });
    await expect(desk.ask(LOGIN)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    await phone.ask(ANSWER, { scan, isApproved: true });
    expect(await desk.scanState()).toBe("NAMED");
    expect((await desk.ask(LOGIN)).loginByWechat.viewer.id).toBe(id);
    await expect(desk.ask(LOGIN)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });

  test("works for the browser that shows it alone", async () => {
    const { who } = await registered();
    const [desk, other, phone] = [tab(), tab(), tab()];
    const scan = await desk.show();
    await other.show();
    await phone.approve(scan, who);
    expect(await other.scanState()).toBe("OPEN");
    await expect(other.ask(LOGIN)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    await expect(phone.ask(LOGIN)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });

  test("is answered once, by whoever comes first", async () => {
    const desk = tab();
    const scan = await desk.show();
    const phones = [tab(), tab(), tab()];
    await Promise.all(phones.map((phone) => phone.as(someone(), "SIGN_IN", { scan })));
    const results = await Promise.allSettled(
      phones.map((phone) => phone.ask(ANSWER, { scan, isApproved: true })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(tab().as(someone(), "SIGN_IN", { scan })).rejects.toMatchObject({
      code: "IDENTITY_EXPIRED",
    });
  });

  test("signs in once, however many requests are made at once", async () => {
    const { who } = await registered();
    const desk = tab();
    await tab().approve(await desk.show(), who);
    const results = await Promise.allSettled([1, 2, 3].map(() => desk.ask(LOGIN)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("that is refused or expired signs nobody in", async () => {
    const desk = tab();
    const scan = await desk.show();
    const phone = tab();
    await phone.as(someone(), "SIGN_IN", { scan });
    await phone.ask(ANSWER, { scan, isApproved: false });
    expect(await desk.scanState()).toBe("REFUSED");
    await expect(phone.ask(ANSWER, { scan, isApproved: true })).rejects.toMatchObject({
      code: "IDENTITY_EXPIRED",
    });
    const late = await desk.show();
    await forum.write((ctx) => ctx.db.query("UPDATE wechat_tickets SET expiresAt = '2026-01-01 00:00:00'"));
    expect(await desk.scanState()).toBe("EXPIRED");
    await expect(phone.begin("SIGN_IN", { scan: late })).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    await forum.app.clock.runAll(["removeExpiredWechatTickets"]);
    expect(await forum.rows("SELECT id FROM wechat_tickets")).toEqual([]);
  });

  test("is agreed to by nobody whom WeChat has not named", async () => {
    const scan = await tab().show();
    await expect(tab().ask(ANSWER, { scan, isApproved: true })).rejects.toMatchObject({
      code: "IDENTITY_EXPIRED",
    });
  });

  test("binds WeChat to the member at the desk, whom the phone is shown", async () => {
    const desk = tab(await forum.member());
    await prove(forum, desk.person);
    const scan = await desk.show("BIND");
    const [phone, who] = [tab(), someone()];
    await phone.as(who, "SIGN_IN", { scan });
    const SCANNED = `query ($scan: String!) { scannedCode(scan: $scan) { intent account } }`;
    expect((await phone.ask(SCANNED, { scan })).scannedCode).toEqual({
      intent: "BIND",
      account: desk.person.nickname,
    });
    await phone.ask(ANSWER, { scan, isApproved: true });
    await desk.ask(CONNECT);
    expect((await (await named(who)).ask(LOGIN)).loginByWechat.viewer.id).toBe(String(desk.person.id));
  });
});

describe("what does not fit is refused without a sign-in", () => {
  const EXPIRED = `${NEXT}?failure=IDENTITY_EXPIRED`;
  const FAILED = `${NEXT}?failure=PROVIDER_FAILED`;

  test("another browser than the one that began", async () => {
    const browser = tab();
    const back = await browser.decide(await browser.begin(), someone());
    expect(await tab().comeBack(back)).toBe(EXPIRED);
    expect(await browser.comeBack(back)).toBe(NEXT);
  });

  test("a wrong state, and the state of an earlier way", async () => {
    const browser = tab();
    const back = await browser.decide(await browser.begin(), someone());
    const forged = new URL(back);
    forged.searchParams.set("state", "made-up");
    expect(await browser.comeBack(forged)).toBe(EXPIRED);
    await browser.begin();
    expect(await browser.comeBack(back)).toBe(EXPIRED);
  });

  test("a code a second time, also at the same moment", async () => {
    const browser = tab();
    const back = await browser.decide(await browser.begin(), someone());
    const places = await Promise.all([
      browser.comeBack(back),
      browser.comeBack(back),
      browser.comeBack(back),
    ]);
    expect(places.filter((place) => place === NEXT)).toHaveLength(1);
  });

  test("somebody who refuses at WeChat", async () => {
    const browser = tab();
    expect(await browser.comeBack(await browser.decide(await browser.begin(), "x", "refuse"))).toBe(FAILED);
    await expect(browser.ask(PENDING)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
  });

  test("a cookie that was made up", async () => {
    const forged = JSON.stringify({ use: "wechat", until: 9e15, ticket: "x" });
    await expect(tab(forum.visitor().with({ identity: forged })).ask(PENDING)).rejects.toMatchObject({
      code: "IDENTITY_EXPIRED",
    });
  });

  test("the emulator leads nowhere but back", async () => {
    const browser = tab();
    const address = await browser.begin();
    address.searchParams.set("redirect_uri", "https://elsewhere.example.org/");
    const fields = { ...Object.fromEntries(address.searchParams), who: "x", action: "allow" };
    const answer = await browser.person.post("/dev/wechat", fields);
    expect(answer.headers["location"]).toBeUndefined();
  });
});
