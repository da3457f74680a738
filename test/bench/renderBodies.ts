import { readMarkdown } from "../../server/core/markdown/markdown.ts";
import { writtenMentions } from "../../server/core/markdown/writtenMentions.ts";
import { HOSTILE_BODIES } from "./hostileBodies.ts";

/** Characters of a body: about as long as one may be. */
const CHARACTERS = 48_000;
/** The shortest of so many runs counts; the first ones are slower, since nothing is compiled yet. */
const RUNS = 5;

/** Cost of one kind of body, in milliseconds of processor time. */
export interface BodyCost {
  readonly kind: string;
  readonly refused: boolean;
  /** All that is done with a body while it is written. */
  readonly totalMs: number;
  /** The longest piece of it between two moments in which others are answered. */
  readonly pieceMs: number;
}

function costOf(kind: string, source: string): BodyCost {
  let [totalMs, pieceMs, refused] = [Infinity, Infinity, false];
  for (let run = 0; run < RUNS; run++) {
    const pieces: number[] = [];
    const piece = <T>(work: () => T): T => {
      const began = process.cpuUsage();
      const result = work();
      const { user, system } = process.cpuUsage(began);
      pieces.push((user + system) / 1000);
      return result;
    };
    piece(() => writtenMentions(source, 15));
    const written = piece(() => readMarkdown(source));
    refused = written.isTooComplex;
    const users = piece(() => written.mentions()).own.map(
      (id) => [id, { nickname: "N", isGone: false }] as const,
    );
    const read = piece(() => written.named(new Map(users)));
    const topics = new Map(piece(() => read.topics()).map((name) => [name, 1]));
    piece(() => read.html({ topics }));
    piece(() => read.plain());
    totalMs = Math.min(
      totalMs,
      pieces.reduce((sum, each) => sum + each, 0),
    );
    pieceMs = Math.min(pieceMs, Math.max(...pieces));
  }
  return { kind, refused, totalMs, pieceMs };
}

/** Renders a body of each kind. */
export function measureBodies(): BodyCost[] {
  return Object.entries(HOSTILE_BODIES).map(([kind, make]) => costOf(kind, make(CHARACTERS)));
}
