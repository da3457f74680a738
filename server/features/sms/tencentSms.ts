import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { SmsError } from "./smsError.ts";
import type { SmsProvider, TextMessage } from "./smsProvider.ts";
import type { SmsSettings } from "./smsSettings.ts";

/** Host that the signature covers, by whichever address it is reached. */
const HOST = "sms.tencentcloudapi.com";
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

/** Sends text messages through Tencent Cloud. Its client is loaded with the first message. */
export function tencentSms(settings: SmsSettings): SmsProvider {
  return {
    async send(message) {
      const code = await callTencent(settings, message);
      if (code !== "Ok") throw new SmsError(failureOf(code), code);
    },
  };
}

/** Sends a message. @returns the code of its status, or of the refusal */
async function callTencent(settings: SmsSettings, message: TextMessage): Promise<string> {
  const { secretId, secretKey, appId, signName, region } = settings;
  const { sms } = await import("tencentcloud-sdk-nodejs-sms");
  const url = new URL(settings.endpoint);
  const agent = agentFor(url);
  const client = new sms.v20210111.Client({
    credential: { secretId, secretKey },
    region,
    profile: {
      httpProfile: {
        endpoint: HOST,
        protocol: url.protocol === "http:" ? "http://" : "https://",
        reqTimeout: CALL_TIMEOUT_S,
        agent,
      },
    },
  });
  client.path = url.pathname;
  try {
    const answer = await client.SendSms({
      PhoneNumberSet: [message.phone],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: message.templateId,
      TemplateParamSet: message.values.map(shortValue),
    });
    return answer.SendStatusSet?.[0]?.Code ?? "NO_STATUS";
  } catch (error) {
    // The words of a failure may name the whole call, number and all: only its code is read.
    const { code } = error as { code?: unknown };
    return typeof code === "string" && code !== "" ? code : "NO_ANSWER";
  } finally {
    agent.destroy();
  }
}

/** Connects to the address of the settings, while the call names Tencent's own host: a relay passes it on unchanged. */
function agentFor(url: URL): Agent {
  const { hostname: host, port, protocol } = url;
  return protocol === "http:"
    ? new Agent({ host, port: Number(port || 80) } as object)
    : new SecureAgent({ host, port: Number(port || 443), servername: host });
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
