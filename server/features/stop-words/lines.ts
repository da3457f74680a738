import { REPLACEMENT, STOP_WORD_MAX, StopWordAction, type StopWord } from "./stopWord.entity.ts";

/** A stop word as a line of an import says it. */
export type ParsedWord = Pick<
  StopWord,
  "find" | "replacement" | "ugc" | "username" | "signature" | "dialog" | "nickname"
>;

const ACTIONS: ReadonlySet<string> = new Set(Object.values(StopWordAction));
const { IGNORE, BAN, REPLACE } = StopWordAction;

/**
 * Reads a line of an import (legacy-facts 2.17): `word`, `word=replacement`, `word={MOD}`,
 * `word=ugc|username|signature|dialog|nickname`.
 * @returns null for lines that say nothing or too much
 */
export function parseLine(line: unknown): ParsedWord | null {
  if (typeof line !== "string") return null;
  const [head = "", rest = ""] = line.split("=");
  const find = head.trim().normalize("NFC");
  let columns = rest.split("|").map((column) => column.trim());
  // A line that an old forum exported may have the replacement before the actions.
  if (columns.length > 1 && columns[0] === REPLACEMENT && ACTIONS.has(columns[1]!))
    columns = columns.slice(1);
  const [said = "", ...others] = columns;
  const ugc = ACTIONS.has(said) ? (said as StopWordAction) : REPLACE;
  const replacement = said === "" || ACTIONS.has(said) ? REPLACEMENT : said;
  if (find === "" || find.length > STOP_WORD_MAX || replacement.length > STOP_WORD_MAX) return null;
  if (!find.isWellFormed() || !replacement.isWellFormed() || /[\u0000-\u001F]/.test(find + replacement))
    return null;
  const [username, signature, dialog, nickname] = [0, 1, 2, 3].map((index) =>
    others[index] === (BAN as string) ? BAN : IGNORE,
  ) as [StopWordAction, StopWordAction, StopWordAction, StopWordAction];
  return { find, replacement, ugc, username, signature, dialog, nickname };
}

/** A stop word as a line that `parseLine` reads back. */
export function lineOf({
  find,
  replacement,
  ugc,
  username,
  signature,
  dialog,
  nickname,
}: ParsedWord): string {
  // Asterisks in the first column would be passed over.
  const first = ugc === REPLACE && replacement !== REPLACEMENT ? replacement : ugc;
  return `${find}=${[first, username, signature, dialog, nickname].join("|")}`;
}
