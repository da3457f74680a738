import { CensoredField } from "../../server/features/stop-words/stopWord.view.ts";
import { REPLACEMENT, StopWordAction } from "../../server/features/stop-words/stopWord.entity.ts";
import { literal } from "../../server/core/markdown/literal.ts";
import { activeWord, verdictOf, type ActiveWord } from "../../server/features/stop-words/filter/verdict.ts";
import { WordFilter } from "../../server/features/stop-words/filter/wordFilter.ts";
import { Random } from "../../server/cli/demo/random.ts";
import { hanVocabulary, latinVocabulary } from "./words.ts";

/** Sizes of the contract: words, and characters of a post. */
const [WORDS, CHARACTERS] = [50_000, 10_000];
/** Different posts, and how often each is judged. */
const [POSTS, ROUNDS] = [200, 10];

/** Cost of the filter by itself, on one processor. */
export interface FilterCost {
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the 99th of a hundred posts: what is left when other programs keep the processors busy. */
  readonly cpuP99: number;
  readonly buildMs: number;
  readonly megabytes: number;
}

/** 50,000 stop words as lists have them: mostly Han, some Latin, some with gaps. */
export function stopWordLines(): string[] {
  const random = new Random(7);
  const [han, latin] = [hanVocabulary(random), latinVocabulary(random)];
  const words = new Set<string>();
  while (words.size < WORDS) {
    const kind = random.between(0, 9);
    const [one, other] = [han.draw(random), han.draw(random)];
    if (kind < 6) words.add(one + other + random.pick(["", han.draw(random)]));
    else if (kind < 9) words.add(latin.draw(random) + random.pick(["", " "]) + latin.draw(random));
    else words.add(`${one}{3}${other}${words.size}`);
  }
  return [...words];
}

/** A post of 10,000 characters in both scripts. */
export function longPost(seed: number): string {
  const random = new Random(seed);
  const [han, latin] = [hanVocabulary(random), latinVocabulary(random)];
  const parts: string[] = [];
  for (let length = 0; length < CHARACTERS;) {
    const part = random.between(0, 4) === 0 ? ` ${latin.draw(random)} ` : han.draw(random);
    parts.push(part);
    length += part.length;
  }
  return parts.join("").slice(0, CHARACTERS);
}

function filterOfAll(): Promise<WordFilter<ActiveWord>> {
  const IGNORE = StopWordAction.IGNORE;
  const rest = { username: IGNORE, signature: IGNORE, dialog: IGNORE, nickname: IGNORE };
  const words = stopWordLines().map((find) =>
    activeWord({ find, replacement: REPLACEMENT, ugc: StopWordAction.REPLACE, ...rest }),
  );
  return WordFilter.of(words);
}

/** Posts as the filter stores them: what they cost to render is no cost of the filter. */
export async function censoredPosts(posts: readonly string[]): Promise<string[]> {
  const filter = await filterOfAll();
  return posts.map((post) => verdictOf(filter, CensoredField.BODY, post, literal).text);
}

/** Measures the filter in this process. */
export async function measureFilter(): Promise<FilterCost> {
  const began = performance.now();
  const filter = await filterOfAll();
  const buildMs = performance.now() - began;
  const posts = Array.from({ length: POSTS }, (_, index) => longPost(index + 1));
  const [walls, cpus]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const post of posts) {
      const [cpu, wall] = [process.cpuUsage(), performance.now()];
      verdictOf(filter, CensoredField.BODY, post);
      // The first round is for the compiler.
      if (round === 0) continue;
      walls.push(performance.now() - wall);
      const { user, system } = process.cpuUsage(cpu);
      cpus.push((user + system) / 1000);
    }
  }
  const at = (numbers: number[], share: number): number =>
    numbers.sort((a, b) => a - b)[Math.floor(numbers.length * share)]!;
  return {
    p50: at(walls, 0.5),
    p99: at(walls, 0.99),
    cpuP99: at(cpus, 0.99),
    buildMs,
    megabytes: filter.bytes / 1e6,
  };
}
