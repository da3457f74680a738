import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaProvider } from "../../server/features/captcha/captcha.service.ts";
import { CaptchaPurpose } from "../../server/features/captcha/captcha.view.ts";
import type { CaptchaProvider } from "../../server/features/captcha/captchaProvider.ts";
import type { SettingName } from "../../server/features/settings/catalogue/catalogue.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { isSignedWith, type SignedCall } from "../support/tc3.ts";
import { challengeFor, solved } from "./solving.ts";

/** Both captchas keep one contract; Tencent's talks to a fake of the vendor's HTTP interface on loopback. */
const SECRET_KEY = "provider-secret-key";
const APP_ID = "190000001";
const APP_KEY = "captcha-app-key";
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { username } } }`;
const WRONG = { code: "CAPTCHA_WRONG", legacyCode: -4001 };
const UNAVAILABLE = { code: "CAPTCHA_UNAVAILABLE", legacyCode: -5004 };

let forum: Forum;
let vendor: Server;
let people = 0;
let calls: SignedCall[] = [];
let reply: {
  status?: number;
  code?: number;
  evil?: number;
  error?: string;
  body?: string;
  silent?: boolean;
} = {};

/** Answers as the vendor does: only tickets of its own puzzles are good, and calls must be signed with the key. */
function answerTo(call: SignedCall): { status: number; body: string } {
  const { status = 200, error, body } = reply;
  if (body !== undefined || status !== 200) return { status, body: body ?? "<html>" };
  if (!isSignedWith(call, SECRET_KEY, "captcha") || error) {
    const Error = { Code: error ?? "AuthFailure.SignatureFailure", Message: `refused ${APP_KEY}` };
    return { status, body: JSON.stringify({ Response: { Error, RequestId: "r" } }) };
  }
  const asked = JSON.parse(call.raw) as { Ticket: string; CaptchaAppId: number; AppSecretKey: string };
  const isOurs = asked.CaptchaAppId === Number(APP_ID) && asked.AppSecretKey === APP_KEY;
  const CaptchaCode = reply.code ?? (isOurs ? (asked.Ticket.startsWith("good") ? 1 : 15) : 100);
  return {
    status,
    body: JSON.stringify({ Response: { CaptchaCode, EvilLevel: reply.evil, RequestId: "r" } }),
  };
}

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const call = { headers: request.headers, path: request.url!, raw: Buffer.concat(pieces).toString() };
      calls.push(call);
      if (reply.silent) return;
      const { status, body } = answerTo(call);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  forum = await Forum.open();
});
afterAll(async () => {
  await forum.close();
  vendor.closeAllConnections();
  await new Promise((resolve) => vendor.close(resolve));
});
beforeEach(() => {
  calls = [];
  reply = {};
});

/** Completes the settings of the vendor. */
const connect = (more: Partial<Record<SettingName, string>> = {}, where = forum) =>
  set(where, {
    "qcloud.qcloud_close": "1",
    "qcloud.qcloud_captcha": "1",
    "qcloud.qcloud_secret_id": "AKIDexample",
    "qcloud.qcloud_secret_key": SECRET_KEY,
    "qcloud.qcloud_captcha_app_id": APP_ID,
    "qcloud.qcloud_captcha_secret_key": APP_KEY,
    "qcloud.qcloud_captcha_endpoint": `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
    ...more,
  });
const provider = (): Promise<CaptchaProvider> => captchaProvider(forum.app.context());
const ticket = (name: string, randStr = "@abc") =>
  Buffer.from(JSON.stringify({ ticket: name, randStr })).toString("base64");

/** Registers somebody. @returns the name */
async function register(captcha: string | null): Promise<string> {
  const username = `visitor${++people}`;
  const input = { username, nickname: username, password: "a quiet harbour", captcha };
  return (await forum.visitor().graphql(REGISTER, { input })).register.viewer.username as string;
}

describe.each([
  [
    "proofs of work",
    () => set(forum, { "qcloud.qcloud_captcha": "0" }),
    async () => solved((await (await provider()).challenge(CaptchaPurpose.REGISTER))!),
    () =>
      (async () =>
        solved(
          await (await provider()).challenge(CaptchaPurpose.REGISTER),
          ({ solution }) => (solution.derivedKey = "00".repeat(32)),
        ))(),
  ],
  [
    "Tencent's captcha",
    () => connect(),
    () => Promise.resolve(ticket(`good${++people}`)),
    () => Promise.resolve(ticket("forged")),
  ],
])("%s", (_, choose, solve, forge) => {
  beforeEach(async () => {
    await choose();
    await set(forum, { "default.register_captcha": "1" });
  });
  afterEach(() => set(forum, { "default.register_captcha": "0" }));

  test("gives the browser a challenge, and names each solution the same way every time", async () => {
    expect(await challengeFor(forum.visitor(), "REGISTER")).not.toBeNull();
    const answer = await solve();
    const [first, second] = [
      await (await provider()).check(CaptchaPurpose.REGISTER, answer),
      await (await provider()).check(CaptchaPurpose.REGISTER, answer),
    ];
    expect(first!.id).toMatch(/^[\da-f]{64}$/);
    expect(second!.id).toBe(first!.id);
    expect(first!.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  test("opens the way once, however many come with it at the same time", async () => {
    const answer = await solve();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => register(answer)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(WRONG);
    await expect(register(answer)).rejects.toMatchObject(WRONG);
  });

  test("asks for one, and refuses what is forged, empty, of another shape or far too long", async () => {
    await expect(register(null)).rejects.toMatchObject({ code: "CAPTCHA_NEEDED", legacyCode: -4001 });
    await expect(register(await forge())).rejects.toMatchObject(WRONG);
    for (const answer of ["hello", Buffer.from("[]").toString("base64"), "A".repeat(10_000)])
      await expect(register(answer)).rejects.toMatchObject(WRONG);
  });

  test("writes no answer and no secret to the log", async () => {
    const answer = await solve();
    await register(answer);
    const log = forum.logLines.join("\n");
    for (const secret of [answer, SECRET_KEY, APP_KEY]) expect(log).not.toContain(secret);
  });
});

describe("Tencent's captcha", () => {
  beforeEach(async () => {
    await connect();
    await set(forum, { "default.register_captcha": "1" });
  });
  afterEach(() => set(forum, { "default.register_captcha": "0" }));

  test("asks the vendor's own host, signed with the key of the settings, and names the visitor's address", async () => {
    await register(ticket("good-of-ada", "@xyz"));
    expect(calls).toHaveLength(1);
    expect(calls[0]!.headers).toMatchObject({
      host: "captcha.tencentcloudapi.com",
      "x-tc-action": "DescribeCaptchaResult",
      "x-tc-version": "2019-07-22",
    });
    expect(calls[0]!.headers.authorization).toMatch(/Credential=AKIDexample\/[\d-]+\/captcha\/tc3_request/);
    expect(JSON.parse(calls[0]!.raw)).toEqual({
      CaptchaType: 9,
      Ticket: "good-of-ada",
      Randstr: "@xyz",
      UserIp: expect.stringMatching(/^10\.\d+\.\d+\.\d+$/) as string,
      CaptchaAppId: 190000001,
      AppSecretKey: APP_KEY,
    });
  });

  test("tells the browser which app to show, and no secret", async () => {
    const challenge = await challengeFor(forum.visitor(), "REGISTER");
    expect(JSON.parse(challenge!)).toEqual({ provider: "TENCENT", appId: APP_ID });
  });

  test.each([
    ["a wrong string", { code: 7 }],
    ["an expired ticket", { code: 8 }],
    ["a used ticket", { code: 9 }],
    ["a forged ticket", { code: 15 }],
    ["a ticket of another app", { code: 16 }],
    ["a ticket that the script made up", { code: 21 }],
    ["a robot that solved the puzzle", { code: 1, evil: 100 }],
  ])("refuses %s", async (_, answer) => {
    reply = answer;
    await expect(register(ticket("good-but"))).rejects.toMatchObject(WRONG);
  });

  test.each([
    ["says that the keys do not belong together", { code: 100 }],
    ["says something new", { code: 4711 }],
    ["refuses the signature", { error: "AuthFailure.SignatureFailure" }],
    ["refuses the account", { error: "UnauthorizedOperation.Unauthorized" }],
    ["fails", { status: 502 }],
    ["speaks in tongues", { body: "hello" }],
    ["says nothing of the ticket", { body: JSON.stringify({ Response: {} }) }],
    ["does not answer", { silent: true }],
  ])("lets nobody in if the vendor %s, and says that it is not the visitor's fault", async (_, answer) => {
    reply = answer;
    const before = await forum.rows("SELECT id FROM users");
    const refusal = await register(ticket("good-in-vain")).catch((error: unknown) => error as Error);
    expect(refusal).toMatchObject(UNAVAILABLE);
    expect((refusal as Error).message).not.toContain(APP_KEY);
    expect(await forum.rows("SELECT id FROM users")).toEqual(before);
    reply = {};
    // The ticket was not used up.
    expect(await register(ticket("good-in-vain"))).toMatch(/^visitor/);
    await forum.write((ctx) => ctx.db.query("DELETE FROM captcha_uses"));
  });

  test.each<SettingName>([
    "qcloud.qcloud_secret_id",
    "qcloud.qcloud_secret_key",
    "qcloud.qcloud_captcha_app_id",
    "qcloud.qcloud_captcha_secret_key",
  ])("without %s browsers compute as before", async (name) => {
    await set(forum, { [name]: "" });
    const challenge = (await challengeFor(forum.visitor(), "REGISTER"))!;
    expect(challenge).toContain("PBKDF2");
    expect(await register(await solved(challenge))).toMatch(/^visitor/);
    await expect(register(ticket("good-but-nobody-asks"))).rejects.toMatchObject(WRONG);
    expect(calls).toEqual([]);
  });
});

describe("an old client in a group that needs a captcha", () => {
  beforeEach(() => connect());

  const publish = async (more: object) => {
    const person = await forum.member("createThreadWithCaptcha");
    const { qcloud, other } = (await person.rest("GET", "/api/v3/forum")).Data as {
      qcloud: object;
      other: object;
    };
    expect(qcloud).toMatchObject({ qcloudCaptcha: true, qcloudCaptchaAppId: APP_ID });
    expect(other).toMatchObject({ createThreadWithCaptcha: true });
    return person.rest("POST", "/api/v3/thread.create", {
      title: "Tea",
      categoryId: await forum.categoryId(),
      content: { text: `Which one? ${++people}` },
      ...more,
    });
  };

  test("publishes with a ticket, which no second one can use", async () => {
    const passed = { captchaTicket: "good-of-old", captchaRandStr: "@old" };
    expect(await publish(passed)).toMatchObject({ Code: 0 });
    expect(JSON.parse(calls[0]!.raw)).toMatchObject({ Ticket: "good-of-old", Randstr: "@old" });
    expect(await publish(passed)).toMatchObject({ Code: -4001 });
  });

  test.each([
    ["without a ticket", {}, -4001],
    ["with half of it", { captchaTicket: "good-half" }, -4001],
    ["with a forged one", { captchaTicket: "forged", captchaRandStr: "@r" }, -4001],
  ])("is refused %s", async (_, more, code) => {
    const before = await forum.rows("SELECT id FROM threads");
    expect(await publish(more)).toMatchObject({ Code: code });
    expect(await forum.rows("SELECT id FROM threads")).toEqual(before);
  });

  test("is refused with -5004 while the vendor does not answer", async () => {
    reply = { status: 503 };
    expect(await publish({ captchaTicket: "good-later", captchaRandStr: "@r" })).toMatchObject({
      Code: -5004,
    });
  });
});

test("a page is open for the vendor's frame while that captcha is chosen, and for nothing foreign otherwise", async () => {
  const policy = async () =>
    String((await forum.visitor().get("/user/register")).headers["content-security-policy"]);
  const admin = await forum.admin();
  const choose = (value: string) =>
    admin.graphql(
      `mutation { saveSettings(entries: [{tag: "qcloud", key: "qcloud_captcha", value: "${value}"}]) { id } }`,
    );
  await connect();
  await choose("0");
  expect(await policy()).not.toContain("https:");
  expect(await policy()).not.toContain("frame-src");

  await choose("1");

  const hosts = "https://turing.captcha.qcloud.com https://turing.captcha.gtimg.com";
  const directives = (await policy()).split("; ");
  expect(directives).toContain(`frame-src 'self' ${hosts}`);
  expect(directives).toContain(`connect-src 'self' ${hosts}`);
  expect(directives.find((each) => each.startsWith("script-src"))).not.toContain("https:");
});

test("a site without https may ask Tencent's captcha, since the vendor's script works there, too", async () => {
  const plain = await Forum.open({ env: { PUBLIC_URL: "http://forum.example.org" } });
  try {
    const admin = await plain.admin();
    const SAVE = `mutation { saveSettings(entries: [{key: "register_captcha", value: "1"}]) { id } }`;
    await expect(admin.graphql(SAVE)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    await connect({}, plain);
    await admin.graphql(SAVE);
    expect(await challengeFor(plain.visitor(), "REGISTER")).toContain("TENCENT");
  } finally {
    await plain.close();
  }
});
