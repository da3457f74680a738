import { z } from "zod";
import { callTencent, TencentError, type TencentService } from "../../../core/tencentCloud.ts";
import { type Answer, CheckError, type CheckFacts, type ContentChecker, type Finding } from "../checker.ts";
import { CheckLabel, CheckService, CheckVerdict } from "../contentCheck.entity.ts";

/** Hosts that the signature names; the endpoint of the settings may be another address, such as a relay. */
const TEXT_HOST = "tms.tencentcloudapi.com";
const PICTURE_HOST = "ims.tencentcloudapi.com";
const VERSION = "2020-12-29";
const TEXT_TIMEOUT_S = 5;
const PICTURE_TIMEOUT_S = 10;
/** Longest text of a call, in characters. */
const TEXT_MAX = 10_000;

/** Account and policy at Tencent Cloud. */
export interface TencentSettings {
  readonly secretId: string;
  readonly secretKey: string;
  readonly textEndpoint: string;
  readonly pictureEndpoint: string;
  readonly region: string;
  /** Policy of the vendor's console; empty for its default. */
  readonly bizType: string;
}

const VERDICTS: Readonly<Record<string, CheckVerdict>> = {
  Pass: CheckVerdict.PASS,
  Review: CheckVerdict.REVIEW,
  Block: CheckVerdict.BLOCK,
};
const LABELS: Readonly<Record<string, CheckLabel>> = {
  Ad: CheckLabel.ADVERT,
  Spam: CheckLabel.ADVERT,
  Porn: CheckLabel.PORN,
  Sexy: CheckLabel.PORN,
  Polity: CheckLabel.POLITICS,
  Terror: CheckLabel.VIOLENCE,
  Abuse: CheckLabel.ABUSE,
  Illegal: CheckLabel.ILLEGAL,
  Custom: CheckLabel.CUSTOM,
};

const PART = z.object({
  Suggestion: z.string().nullish(),
  Label: z.string().nullish(),
  SubLabel: z.string().nullish(),
  Score: z.number().nullish(),
  Keywords: z.array(z.string()).nullish(),
});
const WITH_WORDS = PART.extend({ Details: z.array(PART).nullish() });
const ANSWER = PART.extend({
  Suggestion: z.enum(["Pass", "Review", "Block"]),
  DetailResults: z.array(PART).nullish(),
  LabelResults: z.array(PART).nullish(),
  OcrResults: z.array(WITH_WORDS).nullish(),
  LibResults: z.array(PART).nullish(),
});

/** Checks texts and pictures at Tencent Cloud (TMS and IMS). */
export function tencentChecker(settings: TencentSettings): ContentChecker {
  const { textEndpoint, pictureEndpoint, bizType, ...account } = settings;
  const policy = bizType === "" ? {} : { BizType: bizType };
  const base = { ...account, version: VERSION };
  const text = { ...base, endpoint: textEndpoint, host: TEXT_HOST, timeoutS: TEXT_TIMEOUT_S };
  const picture = { ...base, endpoint: pictureEndpoint, host: PICTURE_HOST, timeoutS: PICTURE_TIMEOUT_S };
  return {
    service: CheckService.TENCENT,
    textMax: TEXT_MAX,
    takesPictures: true,
    checkText: (content, { id }: CheckFacts) =>
      check(text, "TextModeration", { Content: base64(content), DataId: id, ...policy }, false),
    checkPicture: (bytes, { id }: CheckFacts) =>
      check(
        picture,
        "ImageModeration",
        { FileContent: bytes.toString("base64"), DataId: id, ...policy },
        true,
      ),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

async function check(
  service: TencentService,
  action: string,
  body: object,
  isPicture: boolean,
): Promise<Answer> {
  const result = await callTencent(service, action, body).catch((error: unknown) => {
    throw error instanceof TencentError ? new CheckError(error.code) : error;
  });
  const { data } = ANSWER.safeParse(result);
  if (!data) throw new CheckError("BAD_ANSWER");
  const verdict = VERDICTS[data.Suggestion]!;
  if (verdict === CheckVerdict.PASS) return { verdict, findings: [] };
  const ocr = (data.OcrResults ?? []).map((part) => ({
    ...part,
    Keywords: (part.Details ?? []).flatMap((each) => each.Keywords ?? []),
  }));
  const lists = [data.DetailResults, data.LabelResults, data.LibResults, ocr];
  const parts = lists
    .flatMap((list) => list ?? [])
    .filter(({ Suggestion }) => Suggestion && Suggestion !== "Pass");
  return { verdict, findings: (parts.length > 0 ? parts : [data]).map((part) => findingOf(part, isPicture)) };
}

function findingOf({ Label, SubLabel, Score, Keywords }: z.infer<typeof PART>, isPicture: boolean): Finding {
  const label = LABELS[Label ?? ""] ?? CheckLabel.OTHER;
  return { label, detail: SubLabel || Label || "", score: Score ?? 0, words: Keywords ?? [], isPicture };
}
