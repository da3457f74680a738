import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  EMULATED_SECRET,
  emulatedAppId,
  WECHAT_EMULATOR_PATH,
  type WechatApp,
  type WechatAppKind,
} from "../../server/features/wechat/wechatApps.ts";
import { wechatClient } from "../../server/features/wechat/wechatClient.ts";
import { emulatedCode } from "../../server/features/wechat/wechatEmulator.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { FakeWechat } from "./fakeWechat.ts";
import { LOGIN, PENDING, REGISTER, WechatTab } from "./wechatTab.ts";

/** The client of WeChat against WeChat's interface and against the emulator: both keep one contract. */
const SECRETS = { "wx-official": "secret-one", "wx-open": "secret-two", "wx-mini": "secret-three" };
const KINDS = { official: "wx-official", openPlatform: "wx-open", miniProgram: "wx-mini" } as const;

let forum: Forum;
let fake: FakeWechat;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  fake = await FakeWechat.open(SECRETS);
});
afterAll(async () => {
  await forum.close();
  await fake.close();
});
beforeEach(() => {
  fake.interfere = null;
});

interface Vendor {
  app(kind: WechatAppKind): WechatApp;
  code(kind: WechatAppKind, who: string, scope?: string): string;
}
const VENDORS: Readonly<Record<string, Vendor>> = {
  WeChat: {
    app: (kind) => ({
      kind,
      appId: KINDS[kind],
      appSecret: SECRETS[KINDS[kind]],
      apiBase: fake.url,
      authorizeBase: fake.url,
      isEmulated: false,
    }),
    code: (kind, who, scope) => fake.code(KINDS[kind], who, scope),
  },
  "the emulator": {
    app: (kind) => ({
      kind,
      appId: emulatedAppId(kind),
      appSecret: EMULATED_SECRET,
      apiBase: forum.url + WECHAT_EMULATOR_PATH,
      authorizeBase: forum.url + WECHAT_EMULATOR_PATH,
      isEmulated: true,
    }),
    code: (kind, who, scope = "snsapi_userinfo") =>
      emulatedCode(forum.app.services, who, emulatedAppId(kind), scope),
  },
};

describe.each(Object.keys(VENDORS))("%s", (name) => {
  const vendor = VENDORS[name]!;
  const client = (kind: WechatAppKind, change: Partial<WechatApp> = {}) =>
    wechatClient(forum.app.context(), { ...vendor.app(kind), ...change });

  test("names somebody with their name and the id of all apps", async () => {
    const person = await client("official").personOf(vendor.code("official", "lan"));
    expect(person.appId).toBe(vendor.app("official").appId);
    expect(person.openId).not.toBe("");
    expect(person.nickname).toContain("lan");
    const desk = await client("openPlatform").personOf(vendor.code("openPlatform", "lan", "snsapi_login"));
    expect(desk.unionId).toBe(person.unionId);
    expect(desk.openId).not.toBe(person.openId);
    const mini = await client("miniProgram").personOfMiniProgram(vendor.code("miniProgram", "lan"));
    expect(mini).toMatchObject({ unionId: person.unionId, nickname: "" });
    expect(JSON.stringify(mini)).not.toContain("never-leaves");
  });

  test("names somebody silently without their name", async () => {
    const person = await client("official").personOf(vendor.code("official", "lan", "snsapi_base"));
    expect(person).toMatchObject({ nickname: "" });
  });

  test("takes a code once, of several at once exactly one", async () => {
    const code = vendor.code("official", "mei");
    const results = await Promise.allSettled([1, 2, 3].map(() => client("official").personOf(code)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const mini = vendor.code("miniProgram", "mei");
    await client("miniProgram").personOfMiniProgram(mini);
    await expect(client("miniProgram").personOfMiniProgram(mini)).rejects.toMatchObject({
      failure: "refused",
    });
  });

  test("refuses a wrong secret, a code of another app and one that was made up", async () => {
    await expect(
      client("official", { appSecret: "wrong" }).personOf(vendor.code("official", "mei")),
    ).rejects.toMatchObject({ failure: "refused" });
    await expect(client("official").personOf(vendor.code("openPlatform", "mei"))).rejects.toMatchObject({
      failure: "refused",
    });
    await expect(client("official").personOf("made-up")).rejects.toMatchObject({ failure: "refused" });
  });
});

test.each([
  ["official", false, "/connect/oauth2/authorize", "snsapi_userinfo"],
  ["official", true, "/connect/oauth2/authorize", "snsapi_base"],
  ["openPlatform", false, "/connect/qrconnect", "snsapi_login"],
] as const)("%s asks (silently: %s) at %s for %s", (kind, isSilent, path, scope) => {
  const url = new URL(
    wechatClient(forum.app.context(), VENDORS["WeChat"]!.app(kind)).authorizeUrl({
      redirectUri: "https://tea.example.org/auth/wechat/callback",
      state: "st",
      isSilent,
    }),
  );
  expect(url.pathname).toBe(path);
  expect(url.hash).toBe("#wechat_redirect");
  expect([...url.searchParams]).toEqual([
    ["appid", KINDS[kind]],
    ["redirect_uri", "https://tea.example.org/auth/wechat/callback"],
    ["response_type", "code"],
    ["scope", scope],
    ["state", "st"],
  ]);
});

describe("a site with apps of its own", () => {
  beforeAll(() =>
    set(forum, {
      "wx_offiaccount.offiaccount_close": "1",
      "wx_offiaccount.offiaccount_app_id": "wx-official",
      "wx_offiaccount.offiaccount_app_secret": "secret-one",
      "wx_offiaccount.offiaccount_api_base": fake.url,
      "wx_offiaccount.offiaccount_authorize_base": fake.url,
    }),
  );

  /** Comes back from WeChat as somebody. */
  async function arrive(who: string): Promise<{ tab: WechatTab; place: string }> {
    const tab = new WechatTab(forum.visitor());
    const address = await tab.begin();
    expect(address.origin).toBe(fake.url);
    const back = new URL(address.searchParams.get("redirect_uri")!);
    back.searchParams.set("code", fake.code("wx-official", who));
    back.searchParams.set("state", address.searchParams.get("state")!);
    return { tab, place: await tab.comeBack(back) };
  }

  test("signs people in by WeChat itself, and not by the emulator", async () => {
    const { tab, place } = await arrive("hua");
    expect(place).toBe("/user/wx-select");
    expect((await tab.ask(PENDING)).pendingWechat).toMatchObject({ step: "CHOOSE", nickname: "昵称hua" });
    const { viewer } = (await tab.ask(REGISTER, { input: { nickname: "昵称hua" } })).registerByWechat;
    const again = await arrive("hua");
    expect((await again.tab.ask(LOGIN)).loginByWechat.viewer.id).toBe(viewer.id);
  });

  test.each([
    ["is away", { status: 500, body: "secret-detail" }],
    ["talks nonsense", { status: 200, body: "<html>secret-detail" }],
    ["says nothing of somebody", { status: 200, body: '{"access_token":"secret-detail"}' }],
    ["is busy", { status: 200, body: '{"errcode":-1,"errmsg":"secret-detail"}' }],
    ["answers with null", { status: 200, body: "null" }],
  ])("signs nobody in while WeChat %s, and nothing of it leaks", async (_, reply) => {
    fake.interfere = () => reply;
    const { tab, place } = await arrive("ning");
    expect(place).toBe("/user/wx-select?failure=PROVIDER_FAILED");
    await expect(tab.ask(PENDING)).rejects.toMatchObject({ code: "IDENTITY_EXPIRED" });
    const log = forum.logLines.join("\n");
    for (const secret of ["secret-detail", "secret-one"]) expect(log).not.toContain(secret);
  });

  test("in production has no emulator", async () => {
    const site = await Forum.open({ env: { NODE_ENV: "production" } });
    await set(site, { "wx_offiaccount.offiaccount_close": "1" });
    expect((await site.visitor().get("/dev/wechat")).status).toBe(404);
    const { wechatWays } = await site.visitor().graphql("{ wechatWays { official isEmulated } }");
    expect(wechatWays).toEqual({ official: false, isEmulated: false });
    await site.close();
  });
});
