import { folded, foldedWithPlaces } from "./searchFolding.ts";
import { lengthOf } from "./text.ts";

/**
 * Translation of texts and queries into words that full-text engines of any make keep apart: ASCII only, never a stop
 * word, never too short. Chinese, Japanese, Thai, Lao, Khmer and Burmese have no blanks between words, so every two
 * neighbours are a word ("bigram"). No segmenter divides them: it divides a query otherwise than the sentence around it.
 */

/** Longest word in characters; what is beyond is neither indexed nor asked for. */
const WORD_MAX = 76;
/** Longest key of a word, in characters of up to four bytes. */
const KEY_MAX = 12;
/** Keys of a long run that narrow a search down enough. */
const KEYS_PER_TERM = 4;
/** Terms of one query; further ones are left out. */
const TERMS_MAX = 12;

/** Runs of scripts without blanks, their vowels and tones among them, and words of all other scripts. */
const PIECES =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Java}\p{sc=Bali}\p{sc=Ahom}]&&[\p{L}\p{Nl}\p{M}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Java}\p{sc=Bali}\p{sc=Ahom}]&&[\p{L}\p{Nl}\p{M}]]]+/gv;

/** The beginning of a run; a piece is a run or a word as a whole. */
const RUN =
  /^[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Java}\p{sc=Bali}\p{sc=Ahom}]&&[\p{L}\p{Nl}\p{M}]]/v;

/** Numbers and what is beside them: "iPhone15" and "iPhone 15" are the same words. */
const PARTS = /[0-9]+|[^0-9]+/g;
/** Letters of a word that is looked for as the beginning of longer ones; shorter ones begin too many. */
const BEGINNING_MIN = 3;

/** A part of a query: words in a row, the last of which may be only the beginning of a word. */
interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Options of a query. */
export interface QueryOptions {
  /** Longer words that begin like those of the query are found as well: those of three letters and more, or all, for names. */
  readonly beginnings?: "words" | "names";
}

/** Tells if a query finds more by the beginnings of words than by whole words. */
export function hasBeginnings(query: string, options: Required<QueryOptions>): boolean {
  return matchQuery(query, options) !== matchQuery(query);
}

/** The numbers and other parts of a word, none beyond the longest word. */
function partsOf(word: string): string[] {
  return cutWord(word).match(PARTS) ?? [];
}

function isBeginning(last: string, { beginnings }: QueryOptions): boolean {
  return beginnings === "names" || (beginnings === "words" && lengthOf(last) >= BEGINNING_MIN);
}

/** Four hex digits; beyond the basic plane five behind a letter that is no digit, so that words stay apart. */
function codeOf(character: string): string {
  const code = character.codePointAt(0)!;
  return code <= 0xffff ? code.toString(16).padStart(4, "0") : `g${code.toString(16)}`;
}

/** The characters of a run as overlapping pairs; the last one alone, so that one character is found wherever it is. */
function pairsOf(run: string): string[] {
  const codes = Array.from(run, codeOf);
  return codes.map((code, index) => code + (codes[index + 1] ?? ""));
}

/** `w`, then ASCII letters and digits as they are and the rest in hex between two q. */
function wordOf(word: string): string {
  const ascii = /^[a-pr-z0-9]*$/.test(word)
    ? word
    : Array.from(word, (character) =>
        /[a-pr-z0-9]/.test(character) ? character : `q${character.codePointAt(0)!.toString(16)}q`,
      ).join("");
  return `w${ascii.slice(0, WORD_MAX - 1)}`;
}

/** The words under which a text is found, in its order, with a blank between two. */
export function indexTokens(text: string): string {
  const words: string[] = [];
  for (const [piece, run] of folded(text).matchAll(PIECES)) {
    if (run === undefined) words.push(...partsOf(piece).map(wordOf));
    else words.push(...pairsOf(run));
  }
  return words.join(" ");
}

function termsOf(query: string, options: QueryOptions): Term[] {
  const terms = new Map<string, Term>();
  for (const [piece, run] of folded(query).matchAll(PIECES)) {
    if (terms.size >= TERMS_MAX) break;
    if (run === undefined) {
      const parts = partsOf(piece);
      terms.set(piece, { words: parts.map(wordOf), isPrefix: isBeginning(parts.at(-1)!, options) });
    } else {
      const pairs = pairsOf(run);
      const isPrefix = pairs.length === 1;
      terms.set(run, { words: isPrefix ? pairs : pairs.slice(0, -1), isPrefix });
    }
  }
  return [...terms.values()];
}

/**
 * Writes what FTS5's MATCH is asked for a query: all its terms must be there. What people type never reaches an engine's
 * query language: only the words made here do.
 * @returns null if nothing in the query can be searched for
 */
export function matchQuery(query: string, options: QueryOptions = {}): string | null {
  const terms = termsOf(query, options);
  if (terms.length === 0) return null;
  return terms.map(({ words, isPrefix }) => `"${words.join(" ")}"${isPrefix ? "*" : ""}`).join(" AND ");
}

/**
 * Folds a text for engines whose index is made of rows: runs and words with a blank before and behind each. Two characters
 * stand beside each other in it exactly where they are a pair of `indexTokens`, so a substring search gives the same.
 */
export function foldedText(text: string): string {
  const pieces = Array.from(folded(text).matchAll(PIECES), ([piece, run]) => run ?? partsOf(piece).join(" "));
  return pieces.length === 0 ? "" : ` ${pieces.join(" ")} `;
}

/** A part of a query for a folded text: a pattern for LIKE, and keys that all stand where it does. */
export interface FoldedTerm {
  readonly pattern: string;
  /** Keys as `keysOf` gives them. */
  readonly keys: readonly string[];
  /** True if the only key is the beginning of those that count. */
  readonly isPrefix: boolean;
}

/** The parts of a query for folded texts, all of which must fit. */
export function foldedTerms(query: string, options: QueryOptions = {}): FoldedTerm[] {
  const terms = new Map<string, FoldedTerm>();
  for (const [piece, run] of folded(query).matchAll(PIECES)) {
    if (terms.size >= TERMS_MAX) break;
    if (run === undefined) {
      const parts = partsOf(piece);
      const isPrefix = isBeginning(parts.at(-1)!, options);
      terms.set(piece, {
        pattern: `% ${parts.join(" ")}${isPrefix ? "" : " "}%`,
        ...keysOfParts(parts, isPrefix),
      });
    } else {
      const pairs = pairsIn(run);
      const isPrefix = pairs.length === 1;
      const keys = isPrefix ? pairs : [...new Set(pairs.slice(0, -1))].slice(0, KEYS_PER_TERM);
      terms.set(run, { pattern: `%${run}%`, keys, isPrefix });
    }
  }
  return [...terms.values()];
}

/** A run, or a part of a word. */
interface Step {
  readonly text: string;
  readonly isRun: boolean;
}

/** The runs and the parts of the words of a phrase, in its order. */
function stepsOf(phrase: string): Step[] {
  return Array.from(folded(phrase).matchAll(PIECES)).flatMap(([piece, run]): Step[] =>
    run === undefined ? partsOf(piece).map((text) => ({ text, isRun: false })) : [{ text: run, isRun: true }],
  );
}

/**
 * Writes what FTS5's MATCH is asked for a phrase: its runs and whole words in a row, nothing between them. A run at either
 * end of it may be a part of a longer one.
 * @returns null if nothing in it can be searched for
 */
export function matchPhrase(phrase: string): string | null {
  const steps = stepsOf(phrase);
  const last = steps.at(-1);
  if (!last) return null;
  const words = steps.flatMap(({ text, isRun }) => (isRun ? pairsOf(text) : [wordOf(text)]));
  if (!last.isRun) return `"${words.join(" ")}"`;
  // The last character of a run may have another one behind it: its word is only the beginning of a pair.
  const isOne = lengthOf(last.text) === 1;
  return isOne ? `"${words.join(" ")}"*` : `"${words.slice(0, -1).join(" ")}"`;
}

/** The part of a query on folded texts for a phrase, like `matchPhrase`; null if nothing in it can be searched for. */
export function foldedPhrase(phrase: string): FoldedTerm | null {
  const steps = stepsOf(phrase);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const text = steps.map((step) => step.text).join(" ");
  const pattern = `%${first.isRun ? "" : " "}${text}${last.isRun ? "" : " "}%`;
  const keys = steps.flatMap((step) => {
    if (!step.isRun) return [keyOfWord(step.text)];
    return step === last ? pairsIn(step.text).slice(0, -1) : pairsIn(step.text);
  });
  if (keys.length === 0) return { pattern, keys: [last.text], isPrefix: true };
  return { pattern, keys: [...new Set(keys)].slice(0, KEYS_PER_TERM), isPrefix: false };
}

/** The keys that narrow down most; the beginning of a word counts only where it is short enough to be a key as a whole. */
function keysOfParts(parts: readonly string[], isPrefix: boolean): Pick<FoldedTerm, "keys" | "isPrefix"> {
  const last = parts.at(-1)!;
  if (isPrefix && parts.length === 1) return { keys: [keyOfWord(last)], isPrefix: keyOfWord(last) === last };
  const whole = isPrefix && keyOfWord(last) === last ? parts.slice(0, -1) : parts;
  const longest = [...new Set(whole.map(keyOfWord))].sort((one, other) => other.length - one.length);
  return { keys: longest.slice(0, KEYS_PER_TERM), isPrefix: false };
}

/** The keys of a folded text: the pairs of each run, its last character, and the beginnings of other words. */
export function keysOf(folded: string): Set<string> {
  const keys = new Set<string>();
  for (const piece of folded.split(" ")) {
    if (piece === "" || piece === "\n") continue;
    if (RUN.test(piece)) for (const pair of pairsIn(piece)) keys.add(pair);
    else keys.add(keyOfWord(piece));
  }
  return keys;
}

function pairsIn(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}

function cutWord(word: string): string {
  return word.length > WORD_MAX ? [...word].slice(0, WORD_MAX).join("") : word;
}

function keyOfWord(word: string): string {
  return word.length > KEY_MAX ? [...word].slice(0, KEY_MAX).join("") : word;
}

/** The runs, words and numbers of a query as they may stand in a folded text: for the place of what was found. */
export function searchedPieces(query: string): string[] {
  const pieces = Array.from(folded(query).matchAll(PIECES), ([piece, run]) => (run ? [run] : partsOf(piece)));
  return [...new Set(pieces.flat())].slice(0, TERMS_MAX);
}

/** A run, or a word or number, and where it begins in a folded text. */
interface Token {
  readonly text: string;
  readonly at: number;
  readonly isRun: boolean;
}

function tokensIn(plain: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, 1: run, index } of plain.matchAll(PIECES)) {
    if (run !== undefined) tokens.push({ text: run, at: index, isRun: true });
    else
      for (const { 0: text, index: within } of cutWord(piece).matchAll(PARTS))
        tokens.push({ text, at: index + within, isRun: false });
  }
  return tokens;
}

/** Finds where a folded run has another one in it. */
function runsIn(tokens: readonly Token[], run: string): [number, number][] {
  const spans: [number, number][] = [];
  for (const { text, at, isRun } of tokens) {
    let place = isRun ? text.indexOf(run) : -1;
    for (; place >= 0; place = text.indexOf(run, place + run.length))
      spans.push([at + place, at + place + run.length]);
  }
  return spans;
}

/** Finds where these words stand in a row, the last of them perhaps as the beginning of a longer one. */
function wordsIn(tokens: readonly Token[], parts: readonly string[], isPrefix: boolean): [number, number][] {
  const last = parts.length - 1;
  const fits = (token: Token | undefined, part: number): boolean =>
    token !== undefined &&
    !token.isRun &&
    (part === last && isPrefix ? token.text.startsWith(parts[part]!) : token.text === parts[part]);
  return tokens.flatMap(({ at }, index): [number, number][] =>
    parts.every((_, part) => fits(tokens[index + part], part))
      ? [[at, tokens[index + last]!.at + parts[last]!.length]]
      : [],
  );
}

/**
 * Finds what a query finds in a short text.
 * @returns where each place begins and ends, in UTF-16 units, in pairs; ascending, and none overlaps another
 */
export function placesFound(source: string, query: string, options: QueryOptions): number[] {
  const { text, begins, ends } = foldedWithPlaces(source);
  const tokens = tokensIn(text);
  const terms = Array.from(folded(query).matchAll(PIECES)).slice(0, TERMS_MAX);
  const spans = terms.flatMap(([piece, run]) => {
    const parts = partsOf(piece);
    return run === undefined
      ? wordsIn(tokens, parts, isBeginning(parts.at(-1)!, options))
      : runsIn(tokens, run);
  });
  const places: number[] = [];
  for (const [from, to] of spans.sort((one, other) => one[0] - other[0])) {
    const [begin, end] = [begins[from]!, ends[to - 1]!];
    if (places.length > 0 && begin <= places.at(-1)!) places.push(Math.max(places.pop()!, end));
    else places.push(begin, end);
  }
  return places;
}
