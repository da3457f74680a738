import { KEYWORD_MAX } from "./searchAddress.ts";

/** Operators whose values are suggested. */
export type Operator = "author" | "in" | "before" | "after" | "has";

/** Names of the operators in lower case, as the server understands them. */
export const OPERATOR_NAMES: Readonly<Record<Operator, readonly string[]>> = {
  author: ["author", "作者"],
  in: ["in", "板块", "版块"],
  before: ["before", "早于"],
  after: ["after", "晚于"],
  has: ["has", "包含"],
};
const OPERATOR_OF = new Map(
  Object.entries(OPERATOR_NAMES).flatMap(([operator, names]) =>
    names.map((name) => [name, operator as Operator]),
  ),
);
const QUOTES = /["“”＂]/u;
const BLANKS = /\s/u;
const COLONS = /[:：]/u;

/** An operator whose value is being typed. */
export interface TypedOperator {
  operator: Operator;
  /** The value so far, without quotation marks. */
  prefix: string;
  /** Place of the value in the text, in UTF-16 units; ends at the caret. */
  begin: number;
  caret: number;
}

/** A text with a completed value, and the place of the caret behind it. */
export interface Completed {
  text: string;
  caret: number;
}

/** Finds the operator whose value ends at the caret; null if something else is typed there. */
export function typedOperator(text: string, caret: number): TypedOperator | null {
  const written = text.slice(0, caret);
  let open = -1;
  let begin = 0;
  for (let at = 0; at < written.length; at++) {
    if (QUOTES.test(written[at]!)) open = open < 0 ? at : -1;
    else if (open < 0 && BLANKS.test(written[at]!)) begin = at + 1;
  }
  const part = written.slice(begin);
  const colon = part.search(COLONS);
  const operator = OPERATOR_OF.get(part.slice(0, colon).normalize("NFKC").toLowerCase());
  if (colon < 0 || !operator) return null;
  const value = part.slice(colon + 1);
  // A value is quoted as a whole, and complete with its second quotation mark.
  const isQuoted = open >= 0 && open === begin + colon + 1;
  const prefix = isQuoted ? value.slice(1) : value;
  return QUOTES.test(prefix) ? null : { operator, prefix, begin: begin + colon + 1, caret };
}

/** Writes a value in the place of what was typed; null if it has a quotation mark or the text gets too long. */
export function completed(text: string, typed: TypedOperator, value: string): Completed | null {
  if (QUOTES.test(value)) return null;
  const written = BLANKS.test(value) ? `"${value}"` : value;
  const before = `${text.slice(0, typed.begin)}${written} `;
  const whole = before + text.slice(typed.caret).trimStart();
  return whole.trimEnd().length > KEYWORD_MAX ? null : { text: whole, caret: before.length };
}
