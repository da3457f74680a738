import { mentionMarkdown } from "../../../shared/markdown/mentions.ts";
import { nameKey } from "../text.ts";
import { textsWith } from "./markdown.ts";
import { MENTIONS_MAX } from "./mentions.ts";
import { characterAt, characterBefore, NOT_IN_NAMES } from "./names.ts";
import { parse } from "./parser.ts";

/** Signs @ of one text that are looked at. */
const SIGNS_MAX = 500;
/** First of the private characters that mark the signs while a text is parsed; the second is for texts that hold the first. */
const MARKS_FROM = [0xf0000, 0x100000] as const;
/** A Latin letter, a digit or one of these before an @ makes it something else, as in mail addresses. */
const BEFORE = /^[\p{Script=Latin}\p{N}_@/.]$/u;
/** The same in the source, where an underscore may be a mark, and a backslash takes the meaning from the sign. */
const BEFORE_IN_SOURCE = /^[\p{Script=Latin}\p{N}@/.\\]$/u;
const BLANK = /^\s$/;
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
/** Characters of which names mostly consist: within a run of them no name ends. */
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
/** Signs that go on a name if a letter follows. */
const CONNECTOR = /^[_.·\-\u2022]$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A name that an @ written by hand may mean. */
export interface WrittenName {
  readonly name: string;
  readonly key: string;
  /** Its end in the source. */
  readonly to: number;
}

/** An @ written by hand, where it stands in the source, and the names that it may mean, the longest first. */
export interface WrittenMention {
  readonly from: number;
  readonly names: readonly WrittenName[];
}

/** Writes a name that was given by hand as a mention of a member. */
export function linkedName(id: number, { name }: WrittenName): string {
  return mentionMarkdown(id, name);
}

/**
 * Finds the names that a Markdown source gives behind @ without a link: neither in code nor in links, not behind a Latin
 * letter or a digit (Chinese puts no blank before them), and for at most 20 different ones.
 * @param nameMax longest name, in characters
 */
export function writtenMentions(source: string, nameMax: number): WrittenMention[] {
  const found: WrittenMention[] = [];
  const runs = new Set<string>();
  for (const from of signsOf(source)) {
    const names = namesAt(source, from + 1, nameMax);
    if (names.length === 0) continue;
    if (runs.size >= MENTIONS_MAX && !runs.has(names[0]!.key)) continue;
    runs.add(names[0]!.key);
    found.push({ from, names });
  }
  return found;
}

/** Places of the signs that the parser reads as text, in order. */
function signsOf(source: string): number[] {
  const signs: number[] = [];
  for (let at = source.indexOf("@"); at >= 0 && signs.length < SIGNS_MAX; at = source.indexOf("@", at + 1))
    if (!BEFORE_IN_SOURCE.test(characterBefore(source, at))) signs.push(at);
  const first = MARKS_FROM.find((mark) => !holdsMark(source, mark));
  if (signs.length === 0 || first === undefined) return [];
  const parts: string[] = [];
  let reached = 0;
  signs.forEach((at, index) => {
    parts.push(source.slice(reached, at + 1), String.fromCodePoint(first + index));
    reached = at + 1;
  });
  const tokens = parse(parts.join("") + source.slice(reached));
  if (tokens === null) return [];
  const read: number[] = [];
  for (const text of textsWith(tokens, "@")) {
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
      const sign = signs[(text.codePointAt(at + 1) ?? 0) - first];
      if (sign !== undefined && !BEFORE.test(characterBefore(text, at))) read.push(sign);
    }
  }
  return read;
}

function holdsMark(source: string, first: number): boolean {
  for (const character of source) {
    const point = character.codePointAt(0)!;
    if (point >= first && point < first + SIGNS_MAX) return true;
  }
  return false;
}

/** A character of a name and its end in the source, where it may be escaped. */
interface Piece {
  readonly character: string;
  readonly to: number;
}

function pieceAt(source: string, at: number): Piece {
  const next = characterAt(source, at + 1);
  if (source[at] === "\\" && PUNCTUATION.test(next)) return { character: next, to: at + 2 };
  if (source.startsWith("&amp;", at)) return { character: "&", to: at + 5 };
  const character = characterAt(source, at);
  return { character, to: at + character.length };
}

function namesAt(source: string, from: number, nameMax: number): WrittenName[] {
  const pieces: Piece[] = [];
  // Two more than a name has say whether it ends there.
  for (let at = from; pieces.length < nameMax + 2; at = pieces.at(-1)!.to) {
    const piece = pieceAt(source, at);
    if (piece.character === "" || BLANK.test(piece.character) || NOT_IN_NAMES.test(piece.character)) break;
    pieces.push(piece);
  }
  const run = pieces.map(({ character }) => character).join("");
  const ends = new Set([...graphemes.segment(run)].map(({ index, segment }) => index + segment.length));
  const names: WrittenName[] = [];
  let name = "";
  for (let count = 1; count <= Math.min(pieces.length, nameMax); count++) {
    const { character, to } = pieces[count - 1]!;
    name += character;
    const key = nameKey(name);
    if (key !== "" && ends.has(name.length) && mayEnd(character, pieces[count], pieces[count + 1]))
      names.unshift({ name, key, to });
  }
  return names;
}

/** True if a name may end with a character: `@bobby` and `@bob-smith` are not bob, `@bob, hi` is. */
function mayEnd(last: string, next: Piece | undefined, after: Piece | undefined): boolean {
  if (!next || !(WORD.test(last) || CONNECTOR.test(last))) return true;
  if (WORD.test(next.character)) return false;
  return !(CONNECTOR.test(next.character) && after && WORD.test(after.character));
}
