import { mentionMarkdown } from "../../../shared/markdown/mentions.ts";
import type { Mention } from "./mentions.ts";

/** Kind of name that is completed while it is typed: members behind @, topics behind #. */
export type SuggestionKind = "mention" | "topic";

/** A name that is being typed, and where it stands in the text. */
export interface SuggestionQuery {
  kind: SuggestionKind;
  prefix: string;
  /** Position of the sign in front of the name. */
  from: number;
  to: number;
}

/** Longest name that is looked for, in characters. */
const PREFIX_MAX = 20;
/** Characters that follow each other without blanks: a name may stand right behind them. */
const UNSPACED = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]";

/** Signs of both widths, since input methods write the wide ones. */
const QUERIES: readonly (readonly [SuggestionKind, RegExp])[] = [
  [
    "mention",
    new RegExp(
      `(?:^|[^\\p{L}\\p{N}_@＠/.]|${UNSPACED})[@＠]([^\\s@＠#＃，。！？、：；（）]{1,${PREFIX_MAX}})$`,
      "u",
    ),
  ],
  [
    "topic",
    new RegExp(
      `(?:^|[^\\p{L}\\p{N}_#＃&/]|${UNSPACED})[#＃]([^\\s@＠#＃，。！？、：；（）]{1,${PREFIX_MAX}})$`,
      "u",
    ),
  ],
];

/** Finds the name that is being typed at the end of a text that ends at position `to`; null if there is none. */
export function queryIn(before: string, to: number): SuggestionQuery | null {
  // One sign and one character in front of the name.
  const tail = before.slice(-2 * PREFIX_MAX - 2);
  for (const [kind, pattern] of QUERIES) {
    const prefix = pattern.exec(tail)?.[1];
    if (prefix) return { kind, prefix, from: to - prefix.length - 1, to };
  }
  return null;
}

/** Finds the name that is being typed right before the cursor of a field. */
export function queryBefore(area: HTMLTextAreaElement): SuggestionQuery | null {
  const to = area.selectionEnd;
  return to === area.selectionStart ? queryIn(area.value.slice(0, to), to) : null;
}

/** Formats what was chosen as Markdown: a mention, or `#name# `. */
export function written(kind: SuggestionKind, chosen: Mention): string {
  return kind === "mention" ? `${mentionMarkdown(chosen.id, chosen.name)} ` : `#${chosen.name}# `;
}
