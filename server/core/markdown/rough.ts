import { isPlain } from "./plain.ts";

/**
 * Marks of Markdown by pattern instead of by parser, a hundred times as quick: for lists of many texts, where a mark
 * that stays or goes by mistake harms nobody. All patterns are bounded, so that cost grows with length.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Fences, rules, underlines of headings, and the row below a table's head.
  [/^[ \t>]*(?:`{3,}|~{3,})[^\n`]{0,100}$/gm, ""],
  [/^[ \t>]*(?:[-=*_]{2,}|\|?[ \t:|-]{3,200})[ \t]*$/gm, ""],
  // Quotes, lists, tasks, headings; several may stand one behind the other.
  [/^(?:[ \t]{0,8}(?:>|[*+-][ \t]+(?:\[[ xX]\](?=[ \t]))?|\d{1,9}[.)][ \t]|#{1,6}[ \t])){1,12}[ \t]*/gm, ""],
  [/!\[[^\]\n]{0,300}\]\([^()\n]{0,500}\)/g, ""],
  [/\[([^[\]\n]{1,300})\]\([^()\n]{0,500}\)/g, "$1"],
  [/^\[[^[\]\n]{1,100}\]:[^\n]{0,500}$/gm, ""],
  [/[*~]{2,}|`+/g, ""],
  // One star or underline only at the edge of a word: 2*3 and snake_case keep theirs.
  [/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])|(?<=[^\s*\\])\*(?![\p{L}\p{N}*])/gu, ""],
  [/(?<![\p{L}\p{N}_\\])_{1,2}(?=[^\s_])|(?<=[^\s_\\])_{1,2}(?![\p{L}\p{N}_])/gu, ""],
  [/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gm, ""],
  [/[ \t]+\|[ \t]+/g, " "],
  // Last, so that what is escaped is no mark until then.
  [/\\([!-/:-@[-`{-~])/g, "$1"],
];

/** About what `plainText` gives, without parsing; raw HTML stays, as text. */
export function roughText(source: string): string {
  if (isPlain(source)) return source.trim();
  let text = source;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement);
  return text.trim();
}
