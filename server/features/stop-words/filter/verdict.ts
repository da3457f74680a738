import { StopWordAction, type StopWord } from "../stopWord.entity.ts";
import { CensoredField, type StopWordVerdict } from "../stopWord.view.ts";
import type { WordFilter } from "./wordFilter.ts";

/** A stop word as held in memory. */
export interface ActiveWord {
  readonly find: string;
  readonly replacement: string;
  /** Two bits for each column: the place of its action in `STRICTNESS`. */
  readonly actions: number;
}

/** The rule of a word in a list. */
export type Ruled = Pick<
  StopWord,
  "find" | "replacement" | "ugc" | "username" | "signature" | "dialog" | "nickname"
>;
type Column = "ugc" | "username" | "signature" | "dialog" | "nickname";

const { IGNORE, REVIEW, BAN, REPLACE } = StopWordAction;
/** Mild actions first. */
const STRICTNESS: readonly StopWordAction[] = [IGNORE, REPLACE, REVIEW, BAN];
const REPLACED = STRICTNESS.indexOf(REPLACE);
const COLUMNS: readonly Column[] = ["ugc", "username", "signature", "dialog", "nickname"];
const COLUMN: Readonly<Record<CensoredField, Column>> = {
  [CensoredField.TITLE]: "ugc",
  [CensoredField.BODY]: "ugc",
  [CensoredField.USERNAME]: "username",
  [CensoredField.NICKNAME]: "nickname",
  [CensoredField.SIGNATURE]: "signature",
  [CensoredField.DIALOG]: "dialog",
};
const SHIFT: Readonly<Record<Column, number>> = { ugc: 0, username: 2, signature: 4, dialog: 6, nickname: 8 };
/** Few replacements are written often; one string serves them all. */
const shared = new Map<string, string>();
const SHARED_MAX = 1_000;

/** A word as it is kept in memory. */
export function activeWord(word: Ruled): ActiveWord {
  const { find } = word;
  const replacement = shared.get(word.replacement) ?? word.replacement;
  if (shared.size < SHARED_MAX) shared.set(replacement, replacement);
  let actions = 0;
  for (const column of COLUMNS) actions |= Math.max(0, STRICTNESS.indexOf(word[column])) << SHIFT[column];
  return { find, replacement, actions };
}

/** Gives the action of a word in a field. */
export function actionIn(field: CensoredField, { actions }: ActiveWord): StopWordAction {
  return STRICTNESS[(actions >> SHIFT[COLUMN[field]]) & 3]!;
}

/**
 * Applies the matched words to a text.
 * @param written how a replacement is written there, so that it is read as it stands in the list
 */
export function verdictOf(
  filter: WordFilter<ActiveWord>,
  field: CensoredField,
  text: string,
  written: (replacement: string) => string = asItIs,
): StopWordVerdict {
  const shift = SHIFT[COLUMN[field]];
  const words = new Set<string>();
  /** The longest replacement at each beginning. */
  const longest = new Map<number, { readonly end: number; readonly replacement: string }>();
  let strictest = 0;
  filter.each(text, ({ find, replacement, actions }, start, end) => {
    const action = (actions >> shift) & 3;
    if (action === 0) return;
    words.add(find);
    if (action > strictest) strictest = action;
    if (action === REPLACED && !((longest.get(start)?.end ?? 0) >= end))
      longest.set(start, { end, replacement });
  });
  return { action: STRICTNESS[strictest]!, text: replacedIn(text, longest, written), words: [...words] };
}

const asItIs = (replacement: string): string => replacement;

/** Of replacements that overlap, the one that begins first counts. */
function replacedIn(
  text: string,
  longest: ReadonlyMap<number, { readonly end: number; readonly replacement: string }>,
  written: (replacement: string) => string,
): string {
  if (longest.size === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const start of [...longest.keys()].sort((a, b) => a - b)) {
    if (start < at) continue;
    const { end, replacement } = longest.get(start)!;
    parts.push(text.slice(at, start), written(replacement));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
