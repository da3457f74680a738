/** `a{3}b`: pieces that are written so, with up to so many characters of any kind between them. */
export interface Pieces {
  readonly pieces: readonly Uint16Array[];
  /** Most characters before each piece but the first. */
  readonly gaps: readonly number[];
  /** The piece that the automaton looks for: the longest. */
  readonly anchor: number;
}

/** A place in a folded text. */
export interface Place {
  readonly begin: number;
  readonly end: number;
}

/** Not found; 0 is a place. */
const NOWHERE = -1;
/** Pieces beside the anchor from which on it is worth remembering what was tried. */
const REMEMBERED_FROM = 3;

/** Finds the other pieces around an anchor in one text, each at the nearest place that its gap allows. */
export class Gapped {
  /** Combinations tried: word, piece and place, so that many gaps cannot be tried in all their combinations. */
  private readonly tried = new Map<number, Map<number, number>>();

  constructor(
    private readonly units: Uint16Array,
    private readonly length: number,
  ) {}

  /** The whole of a word around its anchor; null if its other pieces are not there. */
  placeOf(number: number, parts: Pieces, begin: number, end: number): Place | null {
    const last = this.forwards(number, parts, parts.anchor + 1, end);
    if (last === NOWHERE) return null;
    const first = this.backwards(number, parts, parts.anchor - 1, begin);
    return first === NOWHERE ? null : { begin: first, end: last };
  }

  private forwards(number: number, parts: Pieces, index: number, from: number): number {
    const { pieces, gaps } = parts;
    if (index >= pieces.length) return from;
    return this.remembered(number, parts, index, from, () => {
      const piece = pieces[index]!;
      for (let gap = 0, at = from; gap <= gaps[index - 1]! && at <= this.length; gap++, at = this.after(at)) {
        if (!this.isAt(piece, at)) continue;
        const found = this.forwards(number, parts, index + 1, at + piece.length);
        if (found !== NOWHERE) return found;
      }
      return NOWHERE;
    });
  }

  private backwards(number: number, parts: Pieces, index: number, until: number): number {
    const { pieces, gaps } = parts;
    if (index < 0) return until;
    return this.remembered(number, parts, index, until, () => {
      const piece = pieces[index]!;
      for (let gap = 0, at = until; gap <= gaps[index]! && at >= 0; gap++, at = this.before(at)) {
        if (!this.isAt(piece, at - piece.length)) continue;
        const found = this.backwards(number, parts, index - 1, at - piece.length);
        if (found !== NOWHERE) return found;
      }
      return NOWHERE;
    });
  }

  private remembered(number: number, parts: Pieces, index: number, at: number, work: () => number): number {
    if (parts.pieces.length < REMEMBERED_FROM) return work();
    let tried = this.tried.get(number);
    if (!tried) this.tried.set(number, (tried = new Map()));
    const key = index * (this.length + 1) + at;
    let found = tried.get(key);
    if (found === undefined) tried.set(key, (found = work()));
    return found;
  }

  private isAt(piece: Uint16Array, at: number): boolean {
    if (at < 0 || at + piece.length > this.length) return false;
    for (let index = 0; index < piece.length; index++) {
      if (this.units[at + index] !== piece[index]) return false;
    }
    return true;
  }

  private isPair(at: number): boolean {
    const { units } = this;
    return (
      at >= 0 &&
      at + 1 < this.length &&
      (units[at]! & 0xfc00) === 0xd800 &&
      (units[at + 1]! & 0xfc00) === 0xdc00
    );
  }

  private after(at: number): number {
    return at + (this.isPair(at) ? 2 : 1);
  }

  private before(at: number): number {
    return at - (this.isPair(at - 2) ? 2 : 1);
  }
}
