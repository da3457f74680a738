/**
 * Translation of texts and queries into words that full-text engines of any make keep apart: ASCII only, never a stop
 * word, never too short. Han, Kana and Hangul have no blanks between words, so every two neighbours are a word
 * ("bigram").
 */

/** Longest word in bytes; InnoDB leaves out words beyond 84, and up to 8 of them name a block. */
const WORD_MAX = 76;
/** Terms of one query; further ones are left out. */
const TERMS_MAX = 12;

/** Runs of scripts without blanks, and words of all other scripts. */
const PIECES =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{Nl}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{Nl}]]]+/gv;

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
 * The same for BOOLEAN MODE of MySQL and MariaDB, whose words begin with the block that their document is in.
 * @param blocks the blocks that are searched, as `blockOf` writes them; at least one
 */
export function matchInBlocks(
  query: string,
  blocks: readonly string[],
  options: QueryOptions = {},
): string | null {
  const terms = termsOf(query, options);
  if (terms.length === 0) return null;
  const alternatives = ({ words, isPrefix }: Term): string[] =>
    blocks.map((block) => {
      const written = words.map((word) => block + word);
      return written.length > 1 ? `"${written.join(" ")}"` : `${written[0]}${isPrefix ? "*" : ""}`;
    });
  return terms.map((term) => `+(${alternatives(term).join(" ")})`).join(" ");
}

/** Documents of one block, neighbours by id: few blocks to ask for what is rare, few matches in one of what is common. */
export const BLOCK_SIZE = 16_384;

/** The beginning of all words of a document where a search goes block by block; z ends it, since base 32 has none. */
export function blockOf(documentId: number): string {
  return `${Math.floor(documentId / BLOCK_SIZE).toString(32)}z`;
}

/** `indexTokens` with the block of the document before each word, and a blank at both ends for `patternsInBlock`. */
export function indexTokensInBlock(text: string, documentId: number): string {
  const words = indexTokens(text);
  if (words === "") return "";
  const block = blockOf(documentId);
  return ` ${block}${words.replaceAll(" ", ` ${block}`)} `;
}

/** `matchInBlocks` for one block as patterns for LIKE, all of which must fit; none if nothing can be searched for. */
export function patternsInBlock(query: string, block: string, options: QueryOptions = {}): string[] {
  return termsOf(query, options).map(({ words, isPrefix }) => {
    const row = words.map((word) => block + word).join(" ");
    return `% ${row}${isPrefix ? "%" : " %"}`;
  });
}

/** The characters or words of a query as they may stand in a folded text: for marking what was found. */
export function searchedPieces(query: string): string[] {
  return [...new Set(Array.from(fold(query).matchAll(PIECES), ([piece]) => piece))].slice(0, TERMS_MAX);
}
