import type { Context } from "../../../../core/context.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { reachableByAddress } from "../addresses/address.service.ts";
import { callProvider } from "./httpCall.ts";
import { SendingError, type Letter, type Sender } from "./sender.ts";
import { tc3Headers } from "./tc3.ts";

/** A text message costs money: as mails, it waits whether the member reads the notification in the site. */
export const SMS_DELAY_MS = 10 * 60_000;
const CALL = { service: "sms", action: "SendSms", version: "2021-01-11" } as const;
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
  channel: NotificationChannel.SMS,
  delayMs: SMS_DELAY_MS,
  bundles: false,
  isConfigured: async (ctx) => (await smsSettings(ctx)) !== null,
  reachable: (ctx, userIds) => reachableByAddress(ctx, NotificationChannel.SMS, userIds),
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
    headers: tc3Headers({ ...settings, ...CALL, host: url.host, body, now: ctx.now }),
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
