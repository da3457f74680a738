import { Automaton } from "./automaton.ts";
import { fold, foldedUnits, type Folded } from "./folding.ts";
import { Gapped, type Pieces } from "./gaps.ts";
import { slices } from "../../../core/slices.ts";

/** A stop word as it is looked for. */
export interface FilterWord {
  readonly find: string;
}

/** A match of a word, by its place in the text as it was written. */
export interface Hit<W> {
  readonly word: W;
  readonly start: number;
  readonly end: number;
}

/** Told of every place of a word. */
export type Visit<W> = (word: W, start: number, end: number) => void;

const GAP = /\{(\d{1,2})\}/;
/** The address of a picture in its tag, which is no text. */
const ADDRESS = /\ssrc\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** Finds words in a text in one pass. Built once for a list of words; never changed. */
export class WordFilter<W extends FilterWord> {
  private readonly automaton = new Automaton();
  /** Words by number, from 1; several may have the same keyword, so each leads to the next. */
  private readonly words: W[] = [];
  private next = new Int32Array(1024);
  /** Words of more than one piece, by number. */
  private readonly pieces = new Map<number, Pieces>();

  private constructor() {}

  /** A filter for a list of words, built in slices that others can work between. */
  static async of<W extends FilterWord>(words: readonly W[]): Promise<WordFilter<W>> {
    const made = new WordFilter<W>();
    const pause = slices();
    for (const word of words) {
      made.add(word);
      const paused = pause();
      if (paused) await paused;
    }
    await made.automaton.link(pause);
    return made;
  }

  private add(word: W): void {
    const pieces = piecesOf(word.find);
    if (!pieces) return;
    const number = this.words.push(word);
    if (number >= this.next.length) {
      const grown = new Int32Array(this.next.length * 2);
      grown.set(this.next);
      this.next = grown;
    }
    const node = this.automaton.plant(pieces.pieces[pieces.anchor]!);
    this.next[number] = this.automaton.value[node]!;
    this.automaton.value[node] = number;
    if (pieces.pieces.length > 1) this.pieces.set(number, pieces);
  }

  /** Number of words in the filter. */
  get size(): number {
    return this.words.length;
  }

  /** Bytes that it takes beside the words themselves. */
  get bytes(): number {
    return this.automaton.bytes + this.next.byteLength;
  }

  /** Tells of every place of every word, in the order of their ends. */
  each(text: string, visit: Visit<W>): void {
    if (this.words.length === 0 || text === "") return;
    const folded = fold(text, true);
    const { tags } = folded;
    this.walk(folded, 0, visit);
    // What a tag says beside its address is shown like any text here.
    for (let at = 0; at < tags.length; at += 2) {
      const tag = text
        .slice(tags[at], tags[at + 1])
        .replace(ADDRESS, (address) => "\n".repeat(address.length));
      this.walk(fold(tag), tags[at]!, visit);
    }
  }

  private walk(folded: Folded, offset: number, visit: Visit<W>): void {
    const { units, length, starts, ends } = folded;
    const { automaton, words, next, pieces } = this;
    let gapped: Gapped | null = null;
    automaton.walk(units, length, (node, last) => {
      const begin = last + 1 - automaton.depth[node]!;
      for (let number = automaton.value[node]!; number !== 0; number = next[number]!) {
        const word = words[number - 1]!;
        const parts = pieces.size > 0 ? pieces.get(number) : undefined;
        if (!parts) {
          visit(word, offset + starts[begin]!, offset + ends[last]!);
          continue;
        }
        gapped ??= new Gapped(units, length);
        const place = gapped.placeOf(number, parts, begin, last + 1);
        if (place) visit(word, offset + starts[place.begin]!, offset + ends[place.end - 1]!);
      }
    });
  }

  /** Every place of every word, in the order of their beginnings. */
  hitsIn(text: string): Hit<W>[] {
    const hits: Hit<W>[] = [];
    this.each(text, (word, start, end) => hits.push({ word, start, end }));
    return hits.sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

function piecesOf(find: string): Pieces | null {
  const pieces: Uint16Array[] = [];
  const gaps: number[] = [];
  let gap = 0;
  find.split(GAP).forEach((part, index) => {
    if (index % 2 === 1) gap += Number(part);
    else {
      const piece = foldedUnits(part);
      if (piece.length === 0) return;
      if (pieces.length > 0) gaps.push(gap);
      pieces.push(piece);
      gap = 0;
    }
  });
  if (pieces.length === 0) return null;
  const longest = Math.max(...pieces.map(({ length }) => length));
  return { pieces, gaps, anchor: pieces.findIndex(({ length }) => length === longest) };
}
