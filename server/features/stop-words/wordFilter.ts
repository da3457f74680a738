import { SlicedAutomaton } from "./automaton.ts";
import { endOf, fold, startOf } from "./folding.ts";

/** A stop word as it is looked for. */
export interface FilterWord {
  readonly find: string;
}

/** Where a word was found, in the text as it was written. */
export interface Hit<W> {
  readonly word: W;
  readonly start: number;
  readonly end: number;
}

/** `a{3}b`: pieces that are written so, with up to so many characters of any kind between them. */
interface Pattern<W> {
  readonly word: W;
  readonly pieces: readonly string[];
  /** Most characters before each piece but the first. */
  readonly gaps: readonly number[];
  /** The piece that the automaton looks for. */
  readonly anchor: number;
}

const GAP = /\{(\d{1,2})\}/;

/** Finds words in a text in one pass. Built once for a list of words; never changed. */
export class WordFilter<W extends FilterWord> {
  private constructor(
    private readonly automaton: SlicedAutomaton | null,
    private readonly byKeyword: ReadonlyMap<string, readonly Pattern<W>[]>,
  ) {}

  /** A filter for a list of words, built in slices that others can work between. */
  static async of<W extends FilterWord>(words: readonly W[]): Promise<WordFilter<W>> {
    const byKeyword = new Map<string, Pattern<W>[]>();
    for (const word of words) {
      const pattern = patternOf(word);
      if (!pattern) continue;
      const keyword = pattern.pieces[pattern.anchor]!;
      const known = byKeyword.get(keyword);
      if (known) known.push(pattern);
      else byKeyword.set(keyword, [pattern]);
    }
    const automaton = byKeyword.size > 0 ? await SlicedAutomaton.of([...byKeyword.keys()]) : null;
    return new WordFilter(automaton, byKeyword);
  }

  /** Every place of every word, in the order of their beginnings. */
  hitsIn(text: string): Hit<W>[] {
    if (!this.automaton || text === "") return [];
    const folded = fold(text);
    const hits: Hit<W>[] = [];
    for (const { begin, end, keyword } of this.automaton.matchInText(folded.text)) {
      for (const pattern of this.byKeyword.get(keyword) ?? []) {
        const place = placeOf(pattern, folded.text, begin, end);
        if (!place) continue;
        hits.push({
          word: pattern.word,
          start: startOf(folded, place.begin),
          end: endOf(folded, place.end - 1),
        });
      }
    }
    return hits.sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

function patternOf<W extends FilterWord>(word: W): Pattern<W> | null {
  const parts = word.find.split(GAP);
  const pieces: string[] = [];
  const gaps: number[] = [];
  let gap = 0;
  parts.forEach((part, index) => {
    if (index % 2 === 1) gap += Number(part);
    else {
      const { text } = fold(part);
      if (text === "") return;
      if (pieces.length > 0) gaps.push(gap);
      pieces.push(text);
      gap = 0;
    }
  });
  if (pieces.length === 0) return null;
  const longest = Math.max(...pieces.map(({ length }) => length));
  return { word, pieces, gaps, anchor: pieces.findIndex(({ length }) => length === longest) };
}

/** The whole of a pattern around its anchor: each piece at the nearest place that its gap allows. */
function placeOf<W>(
  { pieces, gaps, anchor }: Pattern<W>,
  text: string,
  begin: number,
  end: number,
): { begin: number; end: number } | null {
  const last = forwards(pieces, gaps, text, anchor + 1, end);
  if (last === null) return null;
  const first = backwards(pieces, gaps, text, anchor - 1, begin);
  return first === null ? null : { begin: first, end: last };
}

function forwards(
  pieces: readonly string[],
  gaps: readonly number[],
  text: string,
  index: number,
  from: number,
): number | null {
  if (index >= pieces.length) return from;
  const piece = pieces[index]!;
  for (let gap = 0, at = from; gap <= gaps[index - 1]! && at <= text.length; gap++, at = after(text, at)) {
    if (!text.startsWith(piece, at)) continue;
    const found = forwards(pieces, gaps, text, index + 1, at + piece.length);
    if (found !== null) return found;
  }
  return null;
}

function backwards(
  pieces: readonly string[],
  gaps: readonly number[],
  text: string,
  index: number,
  until: number,
): number | null {
  if (index < 0) return until;
  const piece = pieces[index]!;
  for (let gap = 0, at = until; gap <= gaps[index]! && at >= 0; gap++, at = before(text, at)) {
    if (!text.endsWith(piece, at)) continue;
    const found = backwards(pieces, gaps, text, index - 1, at - piece.length);
    if (found !== null) return found;
  }
  return null;
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;
const after = (text: string, at: number): number => at + (isPair(text, at) ? 2 : 1);
const before = (text: string, at: number): number => at - (at >= 2 && isPair(text, at - 2) ? 2 : 1);
