import { setImmediate as nextTurn } from "node:timers/promises";
import { AhoCorasick } from "@monyone/aho-corasick";

/** Longest piece of work between two moments in which requests are answered, in milliseconds. */
const SLICE_MS = 4;
/** Steps after which the clock is looked at. */
const STEPS = 200;

/** A node of the library's trie. */
type Node = SlicedAutomaton["root"];

/**
 * The library's automaton, built in slices: fifty thousand words take up to a second, in which nobody must wait.
 * It is handed out only when it is whole.
 */
export class SlicedAutomaton extends AhoCorasick {
  private constructor() {
    super([]);
  }

  /** @param keywords folded; each once */
  static async of(keywords: readonly string[]): Promise<SlicedAutomaton> {
    const made = new SlicedAutomaton();
    const pause = slices();
    for (const keyword of keywords) {
      made.plant(keyword);
      const paused = pause();
      if (paused) await paused;
    }
    await made.link(pause);
    return made;
  }

  private plant(keyword: string): void {
    let current: Node = this.root;
    // By UTF-16 units, as the library reads texts.
    for (let at = 0; at < keyword.length; at++) {
      const letter = keyword[at]!;
      let next = current.go(letter);
      if (!next) {
        next = new (this.root.constructor as new (parent: Node) => Node)(current);
        current.define(letter, next);
      }
      current = next;
    }
    current.add(keyword);
  }

  /** Where matching goes on when a letter does not fit, level by level. */
  private async link(pause: () => Promise<void> | void): Promise<void> {
    const queue: [node: Node, letter: string][] = [];
    for (const [letter, node] of this.root.entries()) queue.push([node, letter]);
    for (let at = 0; at < queue.length; at++) {
      const [node, letter] = queue[at]!;
      let failure = this.failure_link.get(node.parent!) ?? null;
      while (failure && !failure.can(letter)) failure = this.failure_link.get(failure) ?? null;
      const target = failure?.go(letter) ?? this.root;
      this.failure_link.set(node, target);
      node.merge(target);
      for (const [next, child] of node.entries()) queue.push([child, next]);
      const paused = pause();
      if (paused) await paused;
    }
  }
}

/** Lets others work whenever a slice is used up. */
function slices(): () => Promise<void> | void {
  let steps = 0;
  let began = performance.now();
  return () => {
    if (++steps % STEPS !== 0 || performance.now() - began < SLICE_MS) return;
    return nextTurn().then(() => void (began = performance.now()));
  };
}
