/** A source of chance that gives the same numbers for the same seed on every machine, so that each demo is the same. */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True so often out of one. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of a list. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One of a list, the first ones far more often: as a few people write most of a forum. */
  pickSkewed<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() ** 2.2 * list.length)]!;
  }

  /** Some of a list, in random order and without repetition. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    for (let index = rest.length - 1; index > 0; index--) {
      const other = this.between(0, index);
      [rest[index], rest[other]] = [rest[other]!, rest[index]!];
    }
    return rest.slice(0, count);
  }

  /** Fills the slots of a text with words. */
  fill(text: string, words: Readonly<Record<string, readonly string[]>>): string {
    return text.replace(/\{(\w+)\}/g, (slot, name: string) => (words[name] ? this.pick(words[name]) : slot));
  }
}
