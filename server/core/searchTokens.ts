/**
 * Translation of texts and queries into words that full-text engines of any make keep apart: ASCII only, never a stop
 * word, never too short. Han, Kana and Hangul have no blanks between words, so every two neighbours are a word
 * ("bigram").
 */

/** Longest word in characters; what is beyond is neither indexed nor asked for. */
const WORD_MAX = 76;
/** Longest key of a word, in characters of up to four bytes. */
const KEY_MAX = 12;
/** Keys of a long run that narrow a search down enough. */
const KEYS_PER_TERM = 4;
/** Terms of one query; further ones are left out. */
const TERMS_MAX = 12;

/** Runs of scripts without blanks, and words of all other scripts. */
const PIECES =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{Nl}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{Nl}]]]+/gv;

/** The beginning of a run; a piece is a run or a word as a whole. */
const RUN = /^[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{Nl}]]/v;

/** A part of a query: words in a row, or (one character alone) a word that begins so. */
interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Options of a query. */
export interface QueryOptions {
  /** Words of other scripts find longer ones that begin so, too: for names. */
  readonly beginnings?: boolean;
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
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
  for (const [piece, run] of fold(text).matchAll(PIECES)) {
    if (run === undefined) words.push(wordOf(piece));
    else words.push(...pairsOf(run));
  }
  return words.join(" ");
}

function termsOf(query: string, { beginnings = false }: QueryOptions): Term[] {
  const terms = new Map<string, Term>();
  for (const [piece, run] of fold(query).matchAll(PIECES)) {
    if (terms.size >= TERMS_MAX) break;
    if (run === undefined) {
      terms.set(piece, { words: [wordOf(piece)], isPrefix: beginnings });
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
  const pieces = Array.from(fold(text).matchAll(PIECES), ([piece, run]) => run ?? cutWord(piece));
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
export function foldedTerms(query: string, { beginnings = false }: QueryOptions = {}): FoldedTerm[] {
  const terms = new Map<string, FoldedTerm>();
  for (const [piece, run] of fold(query).matchAll(PIECES)) {
    if (terms.size >= TERMS_MAX) break;
    if (run === undefined) {
      const word = cutWord(piece);
      const key = keyOfWord(word);
      const pattern = beginnings ? `% ${word}%` : `% ${word} %`;
      terms.set(piece, { pattern, keys: [key], isPrefix: beginnings && key === word });
    } else {
      const pairs = pairsIn(run);
      const isPrefix = pairs.length === 1;
      const keys = isPrefix ? pairs : [...new Set(pairs.slice(0, -1))].slice(0, KEYS_PER_TERM);
      terms.set(run, { pattern: `%${run}%`, keys, isPrefix });
    }
  }
  return [...terms.values()];
}

/** The keys of a folded text: the pairs of each run, its last character, and the beginnings of other words. */
export function keysOf(folded: string): Set<string> {
  const keys = new Set<string>();
  for (const piece of folded.split(" ")) {
    if (piece === "") continue;
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

/** The characters or words of a query as they may stand in a folded text: for marking what was found. */
export function searchedPieces(query: string): string[] {
  return [...new Set(Array.from(fold(query).matchAll(PIECES), ([piece]) => piece))].slice(0, TERMS_MAX);
}
