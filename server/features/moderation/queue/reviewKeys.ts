import { invalid } from "../../../core/errors.ts";
import { ReviewKind } from "./review.input.ts";

const LETTERS: Readonly<Record<string, ReviewKind>> = {
  t: ReviewKind.THREAD,
  p: ReviewKind.POST,
  r: ReviewKind.REPORT,
};
const KEY = /^([tpr])([1-9]\d{0,14})$/;

/** What a key names. @throws {DomainError} INVALID_PARAMETER if it names nothing. */
export function parseKey(key: string): { kind: ReviewKind; id: number } {
  const parts = KEY.exec(key);
  if (!parts) throw invalid("key", "审核项不存在", "The key means nothing.");
  return { kind: LETTERS[parts[1]!]!, id: Number(parts[2]) };
}

/** What the log calls a thing that was decided about. */
export function targetOf(kind: ReviewKind, id: number): string {
  return `${kind.toLowerCase()}:${id}`;
}
