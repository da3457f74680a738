import { invalid } from "./errors.ts";
import { cleanText, lengthOf } from "./text.ts";

/** Longest reason that staff gives for what it does to others, in characters. */
export const REASON_MAX = 200;

/** Checks the reason that is logged and shown to the author. @throws {DomainError} INVALID_PARAMETER if it is too long. */
export function checkReason(given: string | null | undefined): string {
  const reason = cleanText(given ?? "").trim();
  if (lengthOf(reason) <= REASON_MAX) return reason;
  throw invalid(
    "reason",
    `理由不能超过 ${REASON_MAX} 个字符`,
    `The reason has at most ${REASON_MAX} characters.`,
  );
}
