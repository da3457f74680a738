import { SearchOperator } from "./search.view.ts";

/** A part of a search text. */
export interface QueryPart {
  readonly operator: SearchOperator;
  /** Behind the operator, without quotation marks. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly begin: number;
  readonly end: number;
}

/** Operators by the names that people write, in lower case. */
const OPERATORS: ReadonlyMap<string, SearchOperator> = new Map([
  ...["author", "作者"].map((name) => [name, SearchOperator.AUTHOR] as const),
  ...["in", "板块", "版块"].map((name) => [name, SearchOperator.IN] as const),
  ...["before", "早于"].map((name) => [name, SearchOperator.BEFORE] as const),
  ...["after", "晚于"].map((name) => [name, SearchOperator.AFTER] as const),
  ...["has", "包含"].map((name) => [name, SearchOperator.HAS] as const),
]);
/** Letters of the longest name of an operator. */
const NAME_MAX = Math.max(...Array.from(OPERATORS.keys(), (name) => name.length));

const QUOTES = new Set('"“”＂');
const COLONS = new Set(":：");
const DASHES = new Set("-－");
const BLANK = /\s/u;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Parses the text of a search field; never throws. Everything that is not a complete operator counts as words, such as a
 * URL, a quotation mark without a second one, or an operator without a value. Runs in linear time.
 */
export function partsOfQuery(text: string): QueryPart[] {
  const parts: QueryPart[] = [];
  const lastQuote = Math.max(...Array.from(QUOTES, (quote) => text.lastIndexOf(quote)));
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const part = quotedAt(text, at, lastQuote) ?? operatorAt(text, at, lastQuote) ?? wordAt(text, at);
    const before = parts.at(-1);
    if (part.operator === SearchOperator.WORDS && before?.operator === SearchOperator.WORDS)
      parts[parts.length - 1] = { ...before, value: `${before.value} ${part.value}`, end: part.end };
    else parts.push(part);
    at = part.end;
  }
  return parts;
}

/** Gives the text without one of its parts. */
export function withoutPart(text: string, { begin, end }: QueryPart): string {
  return `${text.slice(0, begin).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANK.test(text[at]!)) at++;
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !BLANK.test(text[at]!)) at++;
  return at;
}

/** Gives the place of the quotation mark that ends the one at this place; −1 without. */
function closingOf(text: string, open: number, lastQuote: number): number {
  if (open >= lastQuote || !QUOTES.has(text[open]!)) return -1;
  let at = open + 1;
  while (!QUOTES.has(text[at]!)) at++;
  return at;
}

/** Reads a phrase, or one that is excluded; null if none begins here. */
function quotedAt(text: string, begin: number, lastQuote: number): QueryPart | null {
  const isExcluded = DASHES.has(text[begin]!);
  const open = isExcluded ? begin + 1 : begin;
  const close = open < text.length ? closingOf(text, open, lastQuote) : -1;
  if (close < 0) return null;
  const value = text.slice(open + 1, close).trim();
  if (value === "") return null;
  const operator = isExcluded ? SearchOperator.WITHOUT : SearchOperator.PHRASE;
  return { operator, value, begin, end: close + 1 };
}

/** Reads an operator with its value; null if none begins here. */
function operatorAt(text: string, begin: number, lastQuote: number): QueryPart | null {
  let colon = begin;
  while (colon < text.length && colon - begin <= NAME_MAX && !COLONS.has(text[colon]!)) colon++;
  if (colon >= text.length || !COLONS.has(text[colon]!)) return null;
  const operator = OPERATORS.get(text.slice(begin, colon).normalize("NFKC").toLowerCase());
  const from = colon + 1;
  if (!operator || from >= text.length) return null;
  const close = closingOf(text, from, lastQuote);
  const end = close < 0 ? endOfWord(text, from) : close + 1;
  const value = text.slice(close < 0 ? from : from + 1, close < 0 ? end : close).trim();
  return value === "" ? null : { operator, value, begin, end };
}

/** Reads a word, or one that is excluded. */
function wordAt(text: string, begin: number): QueryPart {
  const end = endOfWord(text, begin);
  const next = DASHES.has(text[begin]!) ? String.fromCodePoint(text.codePointAt(begin + 1) ?? 0) : "";
  if (WORD.test(next))
    return { operator: SearchOperator.WITHOUT, value: text.slice(begin + 1, end), begin, end };
  return { operator: SearchOperator.WORDS, value: text.slice(begin, end), begin, end };
}
