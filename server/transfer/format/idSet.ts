/** Ids of a chunk: 65,536, a bit each. */
const CHUNK_BITS = 16;
const CHUNK_SIZE = 2 ** CHUNK_BITS;
const WORD_BITS = 32;

/** A set of ids: 8 kB for each 65,536 that lie close together, so that millions fit. */
export class IdSet {
  private readonly chunks = new Map<number, Uint32Array>();

  /** Adds an id. @returns false if it was there already */
  add(id: number): boolean {
    const chunk = Math.floor(id / CHUNK_SIZE);
    let words = this.chunks.get(chunk);
    if (!words) this.chunks.set(chunk, (words = new Uint32Array(CHUNK_SIZE / WORD_BITS)));
    const place = id % CHUNK_SIZE;
    const word = Math.floor(place / WORD_BITS);
    const bit = 1 << (place % WORD_BITS);
    if ((words[word]! & bit) !== 0) return false;
    words[word]! |= bit;
    return true;
  }

  /** True if an id is in it. */
  has(id: number): boolean {
    const words = this.chunks.get(Math.floor(id / CHUNK_SIZE));
    const place = id % CHUNK_SIZE;
    return words !== undefined && (words[Math.floor(place / WORD_BITS)]! & (1 << (place % WORD_BITS))) !== 0;
  }
}
