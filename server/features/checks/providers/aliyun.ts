import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { z } from "zod";
import { type Answer, CheckError, type ContentChecker, type Finding } from "../checker.ts";
import { CheckLabel, CheckService, CheckVerdict } from "../contentCheck.entity.ts";

const VERSION = "2022-03-02";
const TIMEOUT_MS = 5_000;
/** Longest text of a call, in characters. */
const TEXT_MAX = 600;

/** Account and service code at Alibaba Cloud. */
export interface AliyunSettings {
  readonly keyId: string;
  readonly keySecret: string;
  readonly endpoint: string;
  /** Rules of the vendor's console, such as `comment_detection_pro`. */
  readonly serviceCode: string;
}

/** Verdicts by level of risk: the vendor takes low risks for none unless nothing may be missed. */
const VERDICTS: Readonly<Record<string, CheckVerdict>> = {
  high: CheckVerdict.BLOCK,
  medium: CheckVerdict.REVIEW,
  low: CheckVerdict.PASS,
  none: CheckVerdict.PASS,
};
/** Subjects by the beginning of the vendor's labels. */
const LABELS: readonly (readonly [start: string, label: CheckLabel])[] = [
  ["pt_", CheckLabel.ADVERT],
  ["ad", CheckLabel.ADVERT],
  ["porn", CheckLabel.PORN],
  ["sexual", CheckLabel.PORN],
  ["politic", CheckLabel.POLITICS],
  ["violent", CheckLabel.VIOLENCE],
  ["contraband", CheckLabel.ILLEGAL],
  ["inappropriate", CheckLabel.ABUSE],
  ["C_custom", CheckLabel.CUSTOM],
  ["custom", CheckLabel.CUSTOM],
];

const ANSWER = z.object({
  Data: z.object({
    RiskLevel: z.enum(["high", "medium", "low", "none"]),
    Result: z
      .array(
        z.object({
          Label: z.string(),
          Confidence: z.number().nullish(),
          RiskWords: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

/** Checks texts at Alibaba Cloud (content moderation 2.0), which takes pictures from addresses and its own storage only. */
export function aliyunChecker(settings: AliyunSettings): ContentChecker {
  return {
    service: CheckService.ALIYUN,
    textMax: TEXT_MAX,
    takesPictures: false,
    checkText: async (content, { id: dataId }) => {
      const parameters = {
        Service: settings.serviceCode,
        ServiceParameters: JSON.stringify({ content, dataId }),
      };
      return answerOf(await call(settings, "TextModerationPlus", parameters));
    },
    checkPicture: () => Promise.reject(new CheckError("NO_PICTURES")),
  };
}

/** Calls an action by POST: a text does not belong into an address. The client is loaded with the first call. */
async function call(
  { keyId, keySecret, endpoint }: AliyunSettings,
  action: string,
  parameters: object,
): Promise<unknown> {
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint)) throw new CheckError("BAD_ENDPOINT");
  const { default: Client } = await import("@alicloud/pop-core");
  const agent = endpoint.startsWith("https:") ? new SecureAgent() : new Agent();
  const client = new Client({
    endpoint,
    apiVersion: VERSION,
    accessKeyId: keyId,
    accessKeySecret: keySecret,
  });
  try {
    return await client.request(action, parameters, { method: "POST", timeout: TIMEOUT_MS, agent });
  } catch (error) {
    // The words of a failure name the whole call, key and all: only its code is read.
    const { data } = error as { data?: { Code?: unknown } };
    const code = data?.Code;
    throw new CheckError(typeof code === "string" || typeof code === "number" ? String(code) : "NO_ANSWER");
  } finally {
    agent.destroy();
  }
}

function answerOf(result: unknown): Answer {
  const { data } = ANSWER.safeParse(result);
  if (!data) throw new CheckError("BAD_ANSWER");
  const verdict = VERDICTS[data.Data.RiskLevel]!;
  if (verdict === CheckVerdict.PASS) return { verdict, findings: [] };
  const results = (data.Data.Result ?? []).filter(({ Label }) => Label !== "nonLabel");
  return {
    verdict,
    findings: results.map(({ Label, Confidence, RiskWords }): Finding => ({
      label: LABELS.find(([start]) => Label.startsWith(start))?.[1] ?? CheckLabel.OTHER,
      detail: Label,
      score: Confidence ?? 0,
      words: (RiskWords ?? "").split(",").filter(Boolean),
      isPicture: false,
    })),
  };
}
