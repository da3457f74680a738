import { addressesIn, codeAndAddressesIn, type Stretch } from "../../../core/markdown/addresses.ts";
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

/** Letters of words with blanks between them. A digit or a line below does not go on with a word. */
const LATIN_BEFORE = /\p{Script=Latin}\p{M}*$/u;
const LATIN_AT = /\p{Script=Latin}/uy;
/** Marks that one letter before a word may have. */
const MARKS_MAX = 8;

/** True if the action reaches a match: Latin words are not rewritten inside of longer ones, but in names, which have no blanks. */
export function reaches(
  action: StopWordAction,
  field: CensoredField,
  text: string,
  start: number,
  end: number,
): boolean {
  if (action !== StopWordAction.REPLACE) return action !== StopWordAction.IGNORE;
  if (field === CensoredField.USERNAME || field === CensoredField.NICKNAME) return true;
  if (isLatinAt(text, start) && LATIN_BEFORE.test(text.slice(Math.max(0, start - MARKS_MAX), start)))
    return false;
  return !(LATIN_BEFORE.test(text.slice(Math.max(start, end - MARKS_MAX), end)) && isLatinAt(text, end));
}

function isLatinAt(text: string, at: number): boolean {
  LATIN_AT.lastIndex = at;
  return LATIN_AT.test(text);
}

/**
 * Applies the matched words to a text. Addresses and code are not rewritten, since they would not work any more; words that
 * refuse or hold back count there, too.
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
  let untouched: readonly Stretch[] | null = null;
  filter.each(text, ({ find, replacement, actions }, start, end) => {
    const action = (actions >> shift) & 3;
    if (!reaches(STRICTNESS[action]!, field, text, start, end)) return;
    if (action === REPLACED) untouched ??= untouchedIn(field, text);
    if (action === REPLACED && touches(untouched!, start, end)) return;
    words.add(find);
    if (action > strictest) strictest = action;
    if (action === REPLACED && !((longest.get(start)?.end ?? 0) >= end))
      longest.set(start, { end, replacement });
  });
  return { action: STRICTNESS[strictest]!, text: replacedIn(text, longest, written), words: [...words] };
}

/** Gives the stretches that no replacement rewrites, in order, none overlapping. */
function untouchedIn(field: CensoredField, text: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [from, to] of field === CensoredField.BODY ? codeAndAddressesIn(text) : addressesIn(text)) {
    const last = stretches.at(-1);
    if (last && from <= last[1]) stretches[stretches.length - 1] = [last[0], Math.max(last[1], to)];
    else stretches.push([from, to]);
  }
  return stretches;
}

/** Tells if a match overlaps one of the stretches; halves them, since a text may have many of both. */
function touches(stretches: readonly Stretch[], start: number, end: number): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]![1] <= start) low = middle + 1;
    else high = middle;
  }
  return low < stretches.length && stretches[low]![0] < end;
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
