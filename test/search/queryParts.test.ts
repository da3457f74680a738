import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOfQuery, withoutPart } from "../../server/features/search/results/queryParts.ts";
import { cpuMs } from "../support/cpuTime.ts";

/** Words and operators that a search text is divided into. */

const read = (text: string): string[][] => partsOfQuery(text).map(({ operator, value }) => [operator, value]);

test.each([
  [
    "author:ada 柠檬",
    [
      ["AUTHOR", "ada"],
      ["WORDS", "柠檬"],
    ],
  ],
  [
    "柠檬 作者：小明 树",
    [
      ["WORDS", "柠檬"],
      ["AUTHOR", "小明"],
      ["WORDS", "树"],
    ],
  ],
  [
    'in:"Home Garden" AUTHOR:Bo',
    [
      ["IN", "Home Garden"],
      ["AUTHOR", "Bo"],
    ],
  ],
  [
    "板块：“家 居” 版块:花",
    [
      ["IN", "家 居"],
      ["IN", "花"],
    ],
  ],
  [
    "before:2026-05 after:2025 早于:2026 晚于：2024",
    [
      ["BEFORE", "2026-05"],
      ["AFTER", "2025"],
      ["BEFORE", "2026"],
      ["AFTER", "2024"],
    ],
  ],
  [
    "has:poll 包含:图片",
    [
      ["HAS", "poll"],
      ["HAS", "图片"],
    ],
  ],
  [
    '"two words" “两 个”',
    [
      ["PHRASE", "two words"],
      ["PHRASE", "两 个"],
    ],
  ],
  [
    '-rain -"heavy rain" －雨',
    [
      ["WITHOUT", "rain"],
      ["WITHOUT", "heavy rain"],
      ["WITHOUT", "雨"],
    ],
  ],
  ["-𠀀", [["WITHOUT", "𠀀"]]],
] as const)("%s", (text, parts) => {
  expect(read(text)).toEqual(parts);
});

test.each([
  "https://example.org/a",
  "Re: hello",
  "author:",
  "author: ",
  '5" screen',
  "well-known - - -",
  "--flag",
  '""',
  "12:30",
  "constructor:x",
  ":",
  "author",
])("%s is words", (text) => {
  expect(read(text)).toEqual([["WORDS", text.trim()]]);
});

const typed = fc.string({
  unit: fc.constantFrom(...'ab文:："“”＂-－ \u3000', "author:", "in:", "作者：", "has:", "\u{20000}"),
  maxLength: 60,
});

test("every text is divided: nothing is lost, nothing overlaps, and what is left of it is a text again", () => {
  fc.assert(
    fc.property(typed, (text) => {
      const parts = partsOfQuery(text);
      let at = 0;
      for (const part of parts) {
        expect(text.slice(at, part.begin).trim()).toBe("");
        expect(part.end).toBeGreaterThan(part.begin);
        expect(part.value.trim()).not.toBe("");
        at = part.end;
        expect(withoutPart(text, part).length).toBeLessThan(text.length);
      }
      expect(text.slice(at).trim()).toBe("");
    }),
    { numRuns: 3000 },
  );
});

test("a long text is read in a moment", () => {
  const took = cpuMs(() => {
    for (const unit of ['"', "“ ", "author:", "-", 'in:"', "作者：“x", '" "'])
      partsOfQuery(unit.repeat(200_000));
  });
  expect(took).toBeLessThan(5_000);
});
