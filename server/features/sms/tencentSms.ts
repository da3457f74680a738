import { callTencent, TencentError } from "../../core/tencentCloud.ts";
import { SmsError } from "./smsError.ts";
import type { SmsProvider, TextMessage } from "./smsProvider.ts";
import type { SmsSettings } from "./smsSettings.ts";

/** Host that the signature covers, by whichever address it is reached. */
const HOST = "sms.tencentcloudapi.com";
const VERSION = "2021-01-11";
/** A call ends within this time, whatever the provider does, in seconds. */
const CALL_TIMEOUT_S = 10;
/** Longest value of a variable that the provider takes, in characters. */
const VALUE_MAX = 12;
/** Answers that mean that the number takes nothing. */
const BAD_NUMBER = new Set([
  "FailedOperation.PhoneNumberInBlacklist",
  "InvalidParameterValue.IncorrectPhoneNumber",
  "InvalidParameter.PhoneNumberFormat",
  "UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone",
]);

/** Sends text messages through Tencent Cloud. */
export function tencentSms(settings: SmsSettings): SmsProvider {
  return {
    async send(message) {
      const code = await statusOf(settings, message);
      if (code !== "Ok") throw new SmsError(failureOf(code), code);
    },
  };
}

/** Sends a message. @returns the code of its status, or of the refusal */
async function statusOf({ appId, signName, ...account }: SmsSettings, message: TextMessage): Promise<string> {
  const service = { ...account, host: HOST, version: VERSION, timeoutS: CALL_TIMEOUT_S };
  try {
    const answer = await callTencent(service, "SendSms", {
      PhoneNumberSet: [message.phone],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: message.templateId,
      TemplateParamSet: message.values.map(shortValue),
    });
    return (answer as { SendStatusSet?: { Code?: string }[] }).SendStatusSet?.[0]?.Code ?? "NO_STATUS";
  } catch (error) {
    return error instanceof TencentError ? error.code : "NO_ANSWER";
  }
}

function shortValue(value: string): string {
  return [...value.replace(/\s+/g, " ").trim()].slice(0, VALUE_MAX).join("");
}

function failureOf(code: string): SmsError["failure"] {
  if (code === "NO_ANSWER" || code.startsWith("AuthFailure") || code.startsWith("InternalError"))
    return "down";
  if (BAD_NUMBER.has(code)) return "number";
  return code.startsWith("LimitExceeded") || code === "NO_STATUS" ? "again" : "message";
}
