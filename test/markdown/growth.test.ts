import { expect, test } from "vitest";
import { readMarkdown } from "../../server/core/markdown/markdown.ts";
import { shorten } from "../../server/core/markdown/excerpt.ts";
import { writtenMentions } from "../../server/core/markdown/writtenMentions.ts";
import { BLOCKS_MAX, isTooComplex } from "../../server/core/markdown/weight.ts";
import { snippetOf } from "../../server/features/search/results/snippet.ts";
import { HOSTILE_BODIES } from "../bench/hostileBodies.ts";
import { leastGrowthOf } from "../support/cpuTime.ts";

/** In characters, both so long that their lists lie where the machine gives memory by the page. */
const LENGTHS = { short: 24_000, long: 96_000, noticeableMs: 3 };
/** Most that a long text may cost, compared with as many characters in short ones: growth by the square takes 4 times. */
const FACTOR_MAX = 2.5;

/** All that happens to a body when it is written and when it is found. */
function work(source: string): void {
  writtenMentions(source, 15);
  const written = readMarkdown(source);
  const users = written.mentions().own.map((id) => [id, { nickname: "N", isGone: false }] as const);
  const read = written.named(new Map(users));
  const topics = new Map(read.topics().map((name) => [name, 1]));
  read.html({ topics });
  const plain = read.plain();
  shorten(plain, 200);
  snippetOf(plain, "狐狸 fox");
  snippetOf(source, "x");
}

test.each(Object.entries(HOSTILE_BODIES))(
  "four times as much of %s costs four times as much",
  (_kind, make) => {
    const growth = leastGrowthOf((length) => work(make(length)), LENGTHS, FACTOR_MAX);
    expect(growth).toBeLessThanOrEqual(FACTOR_MAX);
  },
);

test("blocks are counted, whatever makes them", () => {
  const half = BLOCKS_MAX / 2;
  expect(isTooComplex("- a\n".repeat(half - 10))).toBe(false);
  expect(isTooComplex("- a\n".repeat(half + 10))).toBe(true);
  expect(isTooComplex("> a\n\n".repeat(half + 10))).toBe(true);
  expect(isTooComplex("a\n\n".repeat(BLOCKS_MAX - 10))).toBe(false);
  expect(isTooComplex("a\n\n".repeat(BLOCKS_MAX + 10))).toBe(true);
  expect(isTooComplex("# a\n".repeat(BLOCKS_MAX + 10))).toBe(true);
  expect(isTooComplex(`${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"x\n".repeat(50)}`)).toBe(true);
  expect(isTooComplex("a\n".repeat(20_000))).toBe(false);
  expect(isTooComplex("> ".repeat(12))).toBe(false);
  expect(isTooComplex("> ".repeat(13))).toBe(true);
});

test("what nests deep by indentation is shown as it is, and loses nothing", () => {
  const source = Array.from({ length: 100 }, (_, level) => `${"  ".repeat(level)}- word${level}`).join("\n");
  const read = readMarkdown(source);
  expect(read.isTooComplex).toBe(true);
  expect(read.html()).toContain("word99");
});

test("one long definition that is referred to thousands of times does not multiply", () => {
  const html = readMarkdown(HOSTILE_BODIES["one long definition"]!(48_000)).html();
  expect(html.length).toBeLessThan(400_000);
});
