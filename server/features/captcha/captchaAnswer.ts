import type { z } from "zod";

/** Longest answer that is read, in characters; those of altcha have about 900. */
const ANSWER_MAX = 4_096;

/** Reads an answer, which is JSON in Base64; null if it has another shape. */
export function parseAnswer<T extends z.ZodType>(shape: T, answer: string): z.infer<T> | null {
  if (answer.length > ANSWER_MAX) return null;
  try {
    return shape.safeParse(JSON.parse(Buffer.from(answer, "base64").toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Parameters of old clients that have passed Tencent's captcha (legacy-facts 3.1). */
export interface LegacyCaptcha {
  readonly captchaTicket?: string;
  readonly captchaRandStr?: string;
}

/** Writes as an answer what old clients send in two parameters; undefined if one is missing. */
export function answerOfLegacy({
  captchaTicket: ticket,
  captchaRandStr: randStr,
}: LegacyCaptcha): string | undefined {
  return ticket && randStr ? Buffer.from(JSON.stringify({ ticket, randStr })).toString("base64") : undefined;
}
