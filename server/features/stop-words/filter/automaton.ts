import type { Pause } from "../../../core/slices.ts";

const ROOT = 0;
/** Nodes that there is room for at first; doubled as needed. */
const ROOM = 1 << 12;
/** Spreads a node and a letter over the table of transitions (Knuth's multiplicative hash). */
const [SPREAD_NODE, SPREAD_LETTER] = [0x9e37_79b1, 0x85eb_ca77];
/** Steps of a loop over all nodes that are taken together. */
const TOGETHER = 2048;

/**
 * Aho–Corasick over UTF-16 units in flat arrays: nodes are numbers, letters are numbered in the order in which keywords
 * bring them, transitions stand in one open table. A node takes about 36 bytes. Keywords are planted, then it is linked,
 * then it is walked and never changed.
 */
export class Automaton {
  /** The number of each unit's letter; 0 for units of no keyword. */
  readonly letters = new Uint16Array(0x1_0000);
  private letterCount = 0;
  private nodeCount = 1;
  private parent = new Int32Array(ROOM);
  private letter = new Uint16Array(ROOM);
  /** The node to continue at when a letter does not fit. */
  private failure = new Int32Array(ROOM);
  /** The nearest ending of a keyword among the node itself and where it fails to; 0 for none. */
  private ending = new Int32Array(ROOM);
  private slots = new Int32Array(ROOM * 2);
  /** Transitions of the beginning, by letter. */
  private first = new Int32Array(ROOM);
  /** Units of the keyword that ends at a node. */
  depth = new Uint16Array(ROOM);
  /** The caller's value at a node; 0 for none. */
  value = new Int32Array(ROOM);

  /** The node at which a keyword ends; made if it is new. */
  plant(keyword: Uint16Array): number {
    let node = ROOT;
    for (const unit of keyword) {
      const letter = (this.letters[unit] ||= ++this.letterCount);
      node = this.childOf(node, letter) || this.grow(node, letter);
    }
    return node;
  }

  private grow(parent: number, letter: number): number {
    const node = this.nodeCount++;
    if (node === this.parent.length) this.makeRoom();
    if (letter >= this.first.length) this.first = doubled(this.first, Int32Array);
    this.parent[node] = parent;
    this.letter[node] = letter;
    this.depth[node] = this.depth[parent]! + 1;
    if (parent === ROOT) this.first[letter] = node;
    else this.enter(node);
    return node;
  }

  private makeRoom(): void {
    this.parent = doubled(this.parent, Int32Array);
    this.letter = doubled(this.letter, Uint16Array);
    this.failure = doubled(this.failure, Int32Array);
    this.ending = doubled(this.ending, Int32Array);
    this.depth = doubled(this.depth, Uint16Array);
    this.value = doubled(this.value, Int32Array);
    this.slots = new Int32Array(this.slots.length * 2);
    for (let node = 1; node < this.nodeCount - 1; node++) if (this.parent[node] !== ROOT) this.enter(node);
  }

  /** Puts the transition to a node into the table. */
  private enter(node: number): void {
    const mask = this.slots.length - 1;
    let slot = hash(this.parent[node]!, this.letter[node]!) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = node;
  }

  private childOf(node: number, letter: number): number {
    if (node === ROOT) return this.first[letter] ?? 0;
    const { slots, parent, letter: letterOf } = this;
    const mask = slots.length - 1;
    for (let slot = hash(node, letter) & mask; ; slot = (slot + 1) & mask) {
      const child = slots[slot]!;
      if (child === 0 || (parent[child] === node && letterOf[child] === letter)) return child;
    }
  }

  /** Finds where matching goes on, shallow nodes first. */
  async link(pause: Pause): Promise<void> {
    const order = await this.byDepth(pause);
    for (let at = 0; at < order.length; at++) {
      const node = order[at]!;
      const parent = this.parent[node]!;
      if (parent !== ROOT) {
        const letter = this.letter[node]!;
        let from = this.failure[parent]!;
        let target = this.childOf(from, letter);
        while (target === 0 && from !== ROOT) {
          from = this.failure[from]!;
          target = this.childOf(from, letter);
        }
        this.failure[node] = target;
      }
      this.ending[node] = this.value[node] ? node : this.ending[this.failure[node]!]!;
      const paused = pause();
      if (paused) await paused;
    }
  }

  private async byDepth(pause: Pause): Promise<Int32Array> {
    const counts = new Uint32Array(0x1_0001);
    for (let node = 1; node < this.nodeCount; node++) counts[this.depth[node]! + 1]!++;
    for (let depth = 1; depth < counts.length; depth++) counts[depth]! += counts[depth - 1]!;
    const order = new Int32Array(this.nodeCount - 1);
    for (let node = 1; node < this.nodeCount; node++) {
      order[counts[this.depth[node]!]!++] = node;
      if (node % TOGETHER === 0) await pause();
    }
    return order;
  }

  /** Walks a text and tells of every keyword in it. @param found gets the node, and where its last unit stands */
  walk(units: Uint16Array, length: number, found: (node: number, last: number) => void): void {
    const { letters, first, failure, ending } = this;
    let node = ROOT;
    for (let at = 0; at < length; at++) {
      const letter = letters[units[at]!]!;
      if (letter === 0) {
        node = ROOT;
        continue;
      }
      let next = 0;
      while (node !== ROOT && (next = this.childOf(node, letter)) === 0) node = failure[node]!;
      node = next || first[letter]!;
      for (let end = ending[node]!; end !== 0; end = ending[failure[end]!]!) found(end, at);
    }
  }

  /** Bytes that it takes. */
  get bytes(): number {
    const arrays = [this.letters, this.parent, this.letter, this.failure, this.ending, this.slots];
    return [...arrays, this.first, this.depth, this.value].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }
}

function hash(node: number, letter: number): number {
  const mixed = Math.imul(node, SPREAD_NODE) ^ Math.imul(letter, SPREAD_LETTER);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function doubled<T extends Int32Array | Uint16Array>(array: T, Made: new (length: number) => T): T {
  const made = new Made(array.length * 2);
  made.set(array);
  return made;
}
