import { parse } from "./parser.ts";

const PERCENT = 100;
/** Marks that come in pairs. */
const PAIRS = ["**", "~~", "`"] as const;

/**
 * Cuts the beginning out of a body: at most so many percent of its characters. Whole paragraphs, lists, tables and
 * blocks of code stay as long as they fit; within a paragraph the cut falls between characters, and never leaves half a
 * link or picture.
 * @param percent from 0 for nothing to 100 for everything
 */
export function freePartOf(source: string, percent: number): string {
  if (percent >= PERCENT) return source;
  const signs = [...source];
  const length = signs.slice(0, Math.floor((signs.length * percent) / PERCENT)).join("").length;
  if (length === 0) return "";
  const end = endOfBlocks(source, length);
  return (end === null ? withoutBrokenEnd(source.slice(0, length)) : source.slice(0, end)).trimEnd();
}

/** The end of the blocks that fit into a length; null if the one that does not fit is a paragraph, which may be cut. */
function endOfBlocks(source: string, length: number): number | null {
  const tokens = parse(source);
  if (tokens === null) return null;
  const starts = startsOfLines(source);
  for (const { level, map, type } of tokens) {
    if (level > 0 || map === null) continue;
    const end = starts[map[1]] ?? source.length;
    if (source.slice(0, end).trimEnd().length <= length) continue;
    return type === "paragraph_open" && starts[map[0]]! < length ? null : starts[map[0]]!;
  }
  return length;
}

function startsOfLines(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Takes away a link or picture that the last line begins and does not end. */
function withoutBrokenLink(text: string): string {
  const line = text.lastIndexOf("\n") + 1;
  const target = text.lastIndexOf("](");
  const isOpen = target >= line && !text.includes(")", target);
  const end = isOpen ? target : text.length;
  const label = text.indexOf("[", Math.max(text.lastIndexOf("]", end - 1) + 1, line));
  const start = label >= 0 && label < end ? label : isOpen ? target : text.length;
  return text.slice(0, text[start - 1] === "!" && text[start] === "[" ? start - 1 : start);
}

/** Takes away an address at the very end, of which the cut may have left a part. */
function withoutBrokenAddress(text: string): string {
  let word = text.length;
  while (word > 0 && text[word - 1]!.trim() !== "") word--;
  const start = text.slice(word).search(/https?:\/\//);
  return start < 0 ? text : text.slice(0, word + start);
}

function withoutBrokenEnd(text: string): string {
  let cut = withoutBrokenAddress(withoutBrokenLink(text));
  const paragraph = cut.lastIndexOf("\n\n") + 1;
  for (const mark of PAIRS) {
    const marks = cut.slice(paragraph).split(mark).length - 1;
    if (marks % 2 === 1) cut = cut.slice(0, cut.lastIndexOf(mark));
  }
  return cut;
}
