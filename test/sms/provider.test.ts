import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findSmsProvider } from "../../server/features/sms/smsProvider.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import { isSignedWith, type SignedCall } from "../support/tc3.ts";

/** Both providers keep one contract; the real one talks to a fake of the vendor's HTTP interface on loopback. */
const SECRET_KEY = "provider-secret-key";
const PHONE = "+8613800000021";
const ON = { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" };
const MESSAGE = { phone: PHONE, templateId: "2000001", values: ["123456", "5"] };

let forum: Forum;
let vendor: Server;
let calls: SignedCall[] = [];
let answer: { status?: number; code?: string; error?: string; body?: string } = {};

/** Answers as the vendor does: calls that are not signed with the key are refused. */
function answerTo(call: SignedCall): { status: number; body: string } {
  const { status = 200, code = "Ok", error, body } = answer;
  if (body !== undefined || status !== 200) return { status, body: body ?? "<html>" };
  if (!isSignedWith(call, SECRET_KEY) || error) {
    const Error = { Code: error ?? "AuthFailure.SignatureFailure", Message: `refused ${PHONE}` };
    return { status, body: JSON.stringify({ Response: { Error, RequestId: "r" } }) };
  }
  return { status, body: JSON.stringify({ Response: { SendStatusSet: [{ Code: code }], RequestId: "r" } }) };
}

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const call = { headers: request.headers, path: request.url!, raw: Buffer.concat(pieces).toString() };
      calls.push(call);
      const { status, body } = answerTo(call);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  forum = await Forum.open();
  await set(forum, ON);
});
afterAll(async () => {
  await forum.close();
  await new Promise((resolve) => vendor.close(resolve));
});
beforeEach(() => {
  calls = [];
  answer = {};
});

const provider = async () => (await findSmsProvider(forum.app.context()))!;
const outbox = () =>
  forum
    .visitor()
    .get("/dev/sms")
    .then(({ text }) => text);

/** Completes the settings of the vendor. */
const connect = (secretKey = SECRET_KEY) =>
  set(forum, {
    "qcloud.qcloud_secret_id": "AKIDexample",
    "qcloud.qcloud_secret_key": secretKey,
    "qcloud.qcloud_sms_app_id": "1400000001",
    "qcloud.qcloud_sms_sign": "茶馆",
    "qcloud.qcloud_sms_endpoint": `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  });

describe.each([
  [
    "the local outbox",
    () => set(forum, { "qcloud.qcloud_secret_id": "" }),
    async () => {
      const page = await outbox();
      return page.includes(PHONE) && page.includes("123456") && page.includes("2000001");
    },
  ],
  [
    "Tencent Cloud",
    () => connect(),
    () => {
      const { PhoneNumberSet, TemplateId, TemplateParamSet } = JSON.parse(calls[0]!.raw) as {
        PhoneNumberSet: string[];
        TemplateId: string;
        TemplateParamSet: string[];
      };
      return PhoneNumberSet[0] === PHONE && TemplateId === "2000001" && TemplateParamSet[0] === "123456";
    },
  ],
])("%s", (_, choose, hasArrived) => {
  test("takes a message and returns once it is accepted", async () => {
    await choose();
    await (await provider()).send(MESSAGE);
    expect(await hasArrived()).toBe(true);
  });

  test("takes many at once", async () => {
    await choose();
    const sender = await provider();
    await Promise.all(Array.from({ length: 10 }, () => sender.send(MESSAGE)));
    expect(await hasArrived()).toBe(true);
  });

  test("writes no number and no code to the log", async () => {
    await choose();
    await (await provider()).send(MESSAGE);
    const log = forum.logLines.join("\n");
    for (const secret of [PHONE, "13800000021", "123456", SECRET_KEY]) expect(log).not.toContain(secret);
  });
});

describe("Tencent Cloud", () => {
  test("gets its own host, action, version and region, signed with the key of the settings", async () => {
    await connect();
    await (await provider()).send(MESSAGE);
    expect(calls[0]!.headers).toMatchObject({
      host: "sms.tencentcloudapi.com",
      "x-tc-action": "SendSms",
      "x-tc-version": "2021-01-11",
      "x-tc-region": "ap-guangzhou",
    });
    expect(calls[0]!.headers.authorization).toMatch(/Credential=AKIDexample\/[\d-]+\/sms\/tc3_request/);
  });

  test("refuses another key, which is a failure of the site", async () => {
    await connect("another-key");
    await expect((await provider()).send(MESSAGE)).rejects.toMatchObject({
      failure: "down",
      message: "AuthFailure.SignatureFailure",
    });
  });

  test.each([
    [{ code: "LimitExceeded.PhoneNumberDailyLimit" }, "again"],
    [{ code: "FailedOperation.PhoneNumberInBlacklist" }, "number"],
    [{ code: "FailedOperation.TemplateIncorrectOrUnapproved" }, "message"],
    [{ error: "InternalError.Timeout" }, "down"],
    [{ status: 502 }, "down"],
    [{ body: "hello" }, "down"],
    [{ body: "{}" }, "down"],
  ])("that answers %j fails as “%s”, and says nothing private", async (reply, failure) => {
    await connect();
    answer = reply;
    const refusal = await (await provider()).send(MESSAGE).catch((error: unknown) => error as Error);
    expect(refusal).toMatchObject({ name: "SmsError", failure });
    expect((refusal as Error).message).not.toContain(PHONE);
  });
});

test("text messages that are switched off have no provider", async () => {
  await connect();
  await set(forum, { "qcloud.qcloud_sms": "0" });
  expect(await provider()).toBeNull();
  await set(forum, ON);
});

test("production has no outbox: no page, and no provider until the settings are complete", async () => {
  const site = await Forum.open({ env: { NODE_ENV: "production" } });
  try {
    await set(site, ON);
    expect(await findSmsProvider(site.app.context())).toBeNull();
    expect((await site.visitor().get("/dev/sms")).status).toBe(404);
    const { signInModes } = (await site.visitor().graphql("{ site { signInModes } }")).site;
    expect(signInModes).toEqual(["PASSWORD"]);
  } finally {
    await site.close();
  }
});
