import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { inTransaction } from "../../../server/core/transaction.ts";
import { notificationRaised } from "../../../server/features/notifications/inbox/notification.events.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { isSignedWith, tc3Signature } from "../../support/tc3.ts";
import { logOf, MINUTE_MS, pass, send, set, stopClock } from "./post.ts";

/** Requests that the fake provider got. */
interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a test asserts
  readonly body: any;
  readonly raw: string;
}

const SECRET_KEY = "provider-secret-key";
const PHONE = "+8613800000021";
const OPENID = "openid-of-a-member";

let forum: Forum;
let provider: Server;
let base: string;
let asked: Asked[] = [];
/** Answers to come, each once; else everything is well. */
let answers: { status?: number; body: string }[] = [];
let ada: Person;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const raw = Buffer.concat(pieces).toString("utf8");
      asked.push({ path: request.url!, headers: request.headers, body: JSON.parse(raw || "{}"), raw });
      const isToken = request.url!.includes("stable_token");
      const isSms = request.headers["x-tc-action"] !== undefined;
      const well = isToken
        ? { access_token: `token-${asked.length}`, expires_in: 7200 }
        : isSms
          ? { Response: { SendStatusSet: [{ Code: "Ok" }] } }
          : { errcode: 0, errmsg: "ok" };
      const next = isToken ? undefined : answers.shift();
      response.writeHead(next?.status ?? 200, { "content-type": "application/json" });
      response.end(next?.body ?? JSON.stringify(well));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(provider.address() as { port: number }).port}`;
  forum = await Forum.open();
  await set(forum, {
    "qcloud.qcloud_close": "1",
    "qcloud.qcloud_sms": "1",
    "qcloud.qcloud_secret_id": "AKIDexample",
    "qcloud.qcloud_secret_key": SECRET_KEY,
    "qcloud.qcloud_sms_app_id": "1400000001",
    "qcloud.qcloud_sms_sign": "茶馆",
    "qcloud.qcloud_sms_endpoint": base,
    "wx_offiaccount.offiaccount_close": "1",
    "wx_offiaccount.offiaccount_app_id": "wx-app",
    "wx_offiaccount.offiaccount_app_secret": "wx-secret",
    "wx_offiaccount.offiaccount_api_base": base,
  });
  await switchOn("SMS", "2000001");
  await switchOn("WECHAT", "tpl-1:amount1:thing2");
});
afterAll(async () => {
  await forum.close();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(async () => {
  stopClock();
  asked = [];
  answers = [];
  // What an earlier story left for later is none of the next one's.
  await forum.write((ctx) => run(ctx, "DELETE FROM notice_dispatches"));
  ada = await forum.member();
});
afterEach(() => void vi.useRealTimers());

/** Switches the text of withdrawals on for a channel, as an administrator does. */
async function switchOn(channel: string, providerTemplateId: string): Promise<void> {
  const admin = await forum.admin();
  await admin.graphql(
    `mutation ($input: [NotificationTemplateInput!]!) { saveNotificationTemplates(input: $input) { id } }`,
    { input: [{ kind: "withdraw.noticed", channel, enabled: true, providerTemplateId }] },
  );
}

async function reachBy(channel: "SMS" | "WECHAT", address: string): Promise<void> {
  await forum.write(async (ctx) => {
    await run(ctx, "DELETE FROM channel_addresses WHERE channel = ?", [channel]);
    await run(
      ctx,
      `INSERT INTO channel_addresses (userId, channel, address, addressKey, verifiedAt, pendingAddress, pendingSince,
         failures, suppressedAt, digestDueAt) VALUES (?, ?, ?, ?, ?, '', NULL, 0, NULL, NULL)`,
      [ada.id, channel, address, address, ctx.now],
    );
  });
}

async function withdraw(): Promise<void> {
  await inTransaction(forum.app.context(), (ctx) => {
    const data = { amount: "12.50" };
    ctx.emit(
      notificationRaised({
        userId: ada.id,
        kind: "withdraw.noticed",
        actorId: null,
        threadId: null,
        postId: null,
        data,
      }),
    );
    return Promise.resolve();
  });
  await forum.delivered();
  pass(10 * MINUTE_MS);
  await send(forum);
}

test("signatures are judged as the provider's own example is", () => {
  const raw = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`;
  const headers = {
    authorization: "TC3-HMAC-SHA256 SignedHeaders=content-type;host;x-tc-action, Signature=",
    "content-type": "application/json; charset=utf-8",
    host: "cvm.tencentcloudapi.com",
    "x-tc-action": "DescribeInstances",
    "x-tc-timestamp": "1551113065",
  };
  expect(tc3Signature({ headers, path: "/", raw }, "*".repeat(32), "cvm")).toBe(
    "10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f",
  );
});

describe("a text message", () => {
  test("goes to the provider with its template, the variables in order, and a signature of these very bytes", async () => {
    await reachBy("SMS", PHONE);
    await withdraw();

    expect(asked).toHaveLength(1);
    const [{ headers, body }] = asked as [Asked];
    expect(body).toEqual({
      PhoneNumberSet: [PHONE],
      SmsSdkAppId: "1400000001",
      SignName: "茶馆",
      TemplateId: "2000001",
      TemplateParamSet: ["12.50"],
    });
    expect(headers).toMatchObject({
      "x-tc-action": "SendSms",
      "x-tc-version": "2021-01-11",
      "x-tc-region": "ap-guangzhou",
    });
    expect(isSignedWith(asked[0]!, SECRET_KEY)).toBe(true);
    expect(await logOf(forum, ada)).toEqual([{ kind: "withdraw.noticed", state: "SENT", error: "" }]);
    const log = forum.logLines.join("\n");
    expect(log).not.toContain(PHONE);
    expect(log).not.toContain(SECRET_KEY);
  });

  test("is not sent to who has no number", async () => {
    await forum.write((ctx) => run(ctx, "DELETE FROM channel_addresses"));
    await withdraw();
    expect(asked).toEqual([]);
    expect(await logOf(forum, ada)).toEqual([]);
  });

  const status = (Code: string) => ({ body: JSON.stringify({ Response: { SendStatusSet: [{ Code }] } }) });
  test.each([
    ["given up if the number is none", status("InvalidParameterValue.IncorrectPhoneNumber"), "FAILED"],
    [
      "given up if the template is refused",
      status("FailedOperation.TemplateIncorrectOrUnapproved"),
      "FAILED",
    ],
    ["kept for later beyond a limit", status("LimitExceeded.PhoneNumberDailyLimit"), "PENDING"],
    [
      "kept for later if the key is wrong",
      { body: `{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure"}}}` },
      "PENDING",
    ],
    ["kept for later if the provider is broken", { status: 502, body: "<html>" }, "PENDING"],
    ["kept for later if the answer is no JSON", { body: "hello" }, "PENDING"],
    ["kept for later if the answer never ends", { body: `"${"x".repeat(200_000)}"` }, "PENDING"],
  ])("is %s", async (_, answer, state) => {
    await reachBy("SMS", PHONE);
    answers.push(answer);
    await withdraw();
    expect(await logOf(forum, ada)).toMatchObject([{ state }]);
  });
});

describe("a WeChat message", () => {
  test("goes out with a token that is fetched once, in the fields that the administrator named", async () => {
    await reachBy("WECHAT", OPENID);
    await withdraw();
    await withdraw();

    expect(asked.map(({ path }) => path.split("?")[0])).toEqual([
      "/cgi-bin/stable_token",
      "/cgi-bin/message/template/send",
      "/cgi-bin/message/template/send",
    ]);
    expect(asked[0]!.body).toMatchObject({
      grant_type: "client_credential",
      appid: "wx-app",
      secret: "wx-secret",
    });
    expect(asked[1]!.path).toContain("access_token=token-1");
    expect(asked[1]!.body).toMatchObject({
      touser: OPENID,
      template_id: "tpl-1",
      data: { amount1: { value: "12.50" } },
    });
    expect(forum.logLines.join("\n")).not.toMatch(/openid-of|wx-secret|token-1/);
  });

  test("fetches another token if the one it has is no longer good", async () => {
    await reachBy("WECHAT", OPENID);
    answers.push({ body: `{"errcode":40001}` });
    await withdraw();
    const tokens = asked.filter(({ path }) => path.includes("stable_token"));
    expect(tokens.at(-1)!.body.force_refresh).toBe(true);
    expect(await logOf(forum, ada)).toMatchObject([{ state: "SENT" }]);
  });

  test("is given up for who no longer follows the account", async () => {
    await reachBy("WECHAT", OPENID);
    answers.push({ body: `{"errcode":43004}` });
    await withdraw();
    expect(await logOf(forum, ada)).toMatchObject([{ state: "FAILED", error: "WECHAT 43004" }]);
  });
});
