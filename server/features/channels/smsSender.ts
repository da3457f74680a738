import { createHash, createHmac } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { NoticeChannel } from "../notification-templates/channel.view.ts";
import { getSettings } from "../settings/setting.service.ts";
import { reachableByAddress } from "./address.service.ts";
import { callProvider } from "./httpCall.ts";
import { SendingError, type Letter, type Sender } from "./sender.ts";

/** A text message costs money: as mails, it waits whether the member reads the notice in the site. */
export const SMS_DELAY_MS = 10 * 60_000;
const SERVICE = "sms";
const ACTION = "SendSms";
const VERSION = "2021-01-11";
const CONTENT_TYPE = "application/json; charset=utf-8";
/** Longest value of a variable that the provider takes, in characters. */
const VALUE_MAX = 12;
/** Answers that mean that the number takes nothing. */
const BAD_NUMBER = new Set([
  "FailedOperation.PhoneNumberInBlacklist",
  "InvalidParameterValue.IncorrectPhoneNumber",
  "InvalidParameter.PhoneNumberFormat",
  "UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone",
]);

/** Sends text messages through Tencent Cloud SMS. */
export const smsSender: Sender = {
  channel: NoticeChannel.SMS,
  delayMs: SMS_DELAY_MS,
  bundles: false,
  isConfigured: async (ctx) => (await smsSettings(ctx)) !== null,
  reachable: (ctx, userIds) => reachableByAddress(ctx, NoticeChannel.SMS, userIds),
  send: sendSms,
};

interface SmsSettings {
  readonly secretId: string;
  readonly secretKey: string;
  readonly appId: string;
  readonly signName: string;
  readonly endpoint: string;
  readonly region: string;
}

/** The settings of text messages; null until they are complete and switched on. */
async function smsSettings(ctx: Context): Promise<SmsSettings | null> {
  const all = await getSettings(ctx);
  const settings = {
    secretId: all["qcloud.qcloud_secret_id"],
    secretKey: all["qcloud.qcloud_secret_key"],
    appId: all["qcloud.qcloud_sms_app_id"],
    signName: all["qcloud.qcloud_sms_sign"],
    endpoint: all["qcloud.qcloud_sms_endpoint"],
    region: all["qcloud.qcloud_sms_region"],
  };
  const isOn = all["qcloud.qcloud_close"] === "1" && all["qcloud.qcloud_sms"] === "1";
  return isOn && Object.values(settings).every(Boolean) ? settings : null;
}

interface SmsAnswer {
  readonly Response?: {
    readonly Error?: { readonly Code?: string };
    readonly SendStatusSet?: readonly { readonly Code?: string }[];
  };
}

async function sendSms(ctx: Context, { address, providerTemplateId, values }: Letter): Promise<void> {
  const settings = await smsSettings(ctx);
  if (!settings) throw new SendingError("down", "NOT_CONFIGURED");
  if (providerTemplateId === "") throw new SendingError("letter", "NO_PROVIDER_TEMPLATE");
  const body = JSON.stringify({
    PhoneNumberSet: [address],
    SmsSdkAppId: settings.appId,
    SignName: settings.signName,
    TemplateId: providerTemplateId,
    TemplateParamSet: values.map((value) =>
      [...value.replace(/\s+/g, " ").trim()].slice(0, VALUE_MAX).join(""),
    ),
  });
  const url = new URL(settings.endpoint);
  const answer = await callProvider<SmsAnswer>({
    url: url.href,
    method: "POST",
    headers: tc3Headers({ ...settings, host: url.host, body, now: ctx.now }),
    body,
  });
  const code = answer.Response?.Error?.Code ?? answer.Response?.SendStatusSet?.[0]?.Code ?? "NO_STATUS";
  if (code === "Ok") return;
  const name = code.slice(0, 100);
  if (code.startsWith("AuthFailure") || code.startsWith("InternalError"))
    throw new SendingError("down", name);
  if (BAD_NUMBER.has(code)) throw new SendingError("address", name);
  throw new SendingError(code.startsWith("LimitExceeded") || code === "NO_STATUS" ? "again" : "letter", name);
}

/** What a signature covers. */
export interface Tc3Request {
  readonly secretId: string;
  readonly secretKey: string;
  readonly host: string;
  readonly region: string;
  readonly body: string;
  readonly now: Date;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** The headers of a call with the provider's signature TC3-HMAC-SHA256 over method, headers and body. */
export function tc3Headers({
  secretId,
  secretKey,
  host,
  region,
  body,
  now,
}: Tc3Request): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const signed = "content-type;host;x-tc-action";
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${ACTION.toLowerCase()}\n`;
  const canonical = ["POST", "/", "", headers, signed, sha256(body)].join("\n");
  const scope = `${day}/${SERVICE}/tc3_request`;
  const toSign = ["TC3-HMAC-SHA256", timestamp, scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), SERVICE), "tc3_request");
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    "content-type": CONTENT_TYPE,
    "x-tc-action": ACTION,
    "x-tc-version": VERSION,
    "x-tc-timestamp": String(timestamp),
    "x-tc-region": region,
  };
}
