import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { shortest } from "../support/cpuTime.ts";
import { expressions, pumpsFor, type Expression } from "../support/expressions.ts";

// The checker in its pure form: its binaries fit few machines.
process.env["RECHECK_BACKEND"] = "pure";
const { checkSync } = createRequire(import.meta.url)("recheck") as typeof import("recheck");

/** Expressions that never meet foreign text, by file, with what they meet instead. */
const OWN_TEXT: Readonly<Record<string, string>> = {
  "client/apollo/splitOperations.ts": "the program's own sources, while it is built",
  "server/cli/dev.mjs": "paths of the program's own files, in development",
  "server/config.ts": "the owner's configuration, once at start",
};
/** Syntax that the checker cannot read; growth alone speaks for these. */
const UNREADABLE: readonly string[] = ["server/core/searchTokens.ts"];
/** Files that build expressions from parts: names of the program, constants, or words that are escaped. */
const BUILT: readonly string[] = [
  "client/apollo/splitOperations.ts",
  "client/features/editor/suggesting.ts",
  "server/features/auth/passwords/knownPasswords.ts",
  "server/transfer/bodies/bbcodeTokens.ts",
  "server/transfer/bodies/discourse.ts",
  "server/transfer/bodies/sourceWriter.ts",
  "server/transfer/export/files.ts",
  "server/transfer/sources/discuzX/run.ts",
  "server/transfer/sources/phpbb/texts.ts",
  "server/transfer/sources/texts.ts",
];
/**
 * Texts of another forum, read once by the command of its owner: nobody waits for an answer. The checker takes minutes for
 * their bounded repetitions and decides nothing; growth speaks for them, here and in test/transfer/bodies/growth.test.ts.
 */
const OF_OTHER_FORUMS = /^server\/transfer\//;
/**
 * The checker's time for one expression, in milliseconds; without a bound it may look for ever. The longest takes half a
 * minute on a quiet machine, and a busy one must not make it give up.
 */
const CHECK_MS = 240_000;
/** Steps bound the checker's attacks, not time: on a busy machine it would take what is slow there for vulnerable. */
const BY_STEPS = { attackTimeout: null, incubationTimeout: null };

const { literals, built } = expressions();
const fileOf = ({ place }: Expression): string => place.slice(0, place.lastIndexOf(":"));
const foreign = literals.filter((each) => !(fileOf(each) in OWN_TEXT));

test("there are expressions to look at, and those built from parts are known", () => {
  expect(literals.length).toBeGreaterThan(150);
  expect([...new Set(built)].sort()).toEqual(BUILT);
});

test("no expression that meets foreign text may take longer than its length, says the checker", () => {
  const seen = new Set<string>();
  const slow: string[] = [];
  for (const each of foreign.filter((one) => !OF_OTHER_FORUMS.test(fileOf(one)))) {
    const written = `/${each.source}/${each.flags}`;
    if (seen.has(written)) continue;
    seen.add(written);
    const found = checkSync(each.source, each.flags, { ...BY_STEPS, timeout: CHECK_MS });
    const { status } = found;
    if (status === "unknown" && UNREADABLE.includes(fileOf(each))) continue;
    if (status !== "safe")
      slow.push(
        `${each.place} ${written}: ${status} ${found.status === "vulnerable" ? found.complexity.summary : ""}`,
      );
  }
  expect(slow).toEqual([]);
}, 1_800_000);

/** Units of the shorter and the longer input; what is linear takes four times as long for the longer one. */
const [SHORT, LONG] = [8_000, 32_000];
/** Between four times (linear) and sixteen (square). */
const FACTOR_MAX = 9;
/** Shorter runs are noise: what grows with the square takes seconds for the longest texts. */
const NOTICEABLE_MS = 4;

function timeOf({ source, flags }: Expression, text: string, runs: number): number {
  const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  return shortest(() => text.replace(pattern, ""), runs);
}

function growsTooFast(each: Expression, pump: string, end: string): boolean {
  const text = (length: number): string => `${pump.repeat(Math.ceil(length / pump.length))}${end}`;
  if (timeOf(each, text(LONG), 1) < NOTICEABLE_MS) return false;
  // Measured with care only where something is to be seen, and twice, so that a busy machine is no finding.
  const factor = (): number => timeOf(each, text(LONG), 5) / Math.max(0.05, timeOf(each, text(SHORT), 5));
  return factor() > FACTOR_MAX && factor() > FACTOR_MAX;
}

test("what is repeated in a text costs in proportion to its length", () => {
  const slow = foreign.flatMap((each) =>
    pumpsFor(each)
      .flatMap((pump) => ["", "\u0001"].map((end) => [pump, end] as const))
      .filter(([pump, end]) => growsTooFast(each, pump, end))
      .map(([pump]) => `${each.place} ${JSON.stringify(pump)}`),
  );
  expect(slow).toEqual([]);
}, 600_000);
