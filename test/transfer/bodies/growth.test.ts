import { expect, test } from "vitest";
import type { ConvertedBody } from "../../../server/transfer/bodies/body.ts";
import { convertBbcode } from "../../../server/transfer/bodies/bbcode.ts";
import { convertDiscourse } from "../../../server/transfer/bodies/discourse.ts";
import { convertDiscuzQ } from "../../../server/transfer/bodies/discuzQ.ts";
import { convertNodebb } from "../../../server/transfer/bodies/nodebb.ts";
import { convertS9e } from "../../../server/transfer/bodies/s9e.ts";
import { references } from "../../support/bodyReferences.ts";
import { shortest } from "../../support/expressions.ts";

/** Lengths in characters, and the most that the longer text may cost: linear growth takes 4 times, square 16. */
const [SHORT, LONG, FACTOR_MAX] = [5_000, 20_000, 10];
/** Less than this is noise, in milliseconds. */
const NOTICEABLE_MS = 8;
const PATIENCE_MS = 120_000;

const FORMATS: Readonly<Record<string, readonly [(text: string) => ConvertedBody, readonly string[]]>> = {
  s9e: [
    (text) => convertS9e(`<r>${text}`, references),
    [
      "<B>",
      "<B>a<I>b</B>",
      "<QUOTE>",
      "<LIST><LI>",
      "<TABLE><TR><TD>",
      "</B>",
      "<",
      "&",
      '<a b="',
      "<E>:)</E>",
      "<!--",
    ],
  ],
  "Discuz! Q": [
    (text) => convertDiscuzQ(`<p>${text}`, references),
    ["<b>a</b>", "<div>", "<ul><li>", "<p>a", "<br>", "http://a.example ", ":weixiao:", '<b a="', "</p>"],
  ],
  "Discuz! X": [
    (text) => convertBbcode(text, references, { software: "discuz-x" }),
    [
      "[b]",
      "[b]a[/b]",
      "[quote]",
      "[list][*]",
      "[url=",
      "[url=[",
      "[code]",
      "[img][",
      "[hide]",
      '[quote="',
      ":lol ",
      "[/b]",
    ],
  ],
  NodeBB: [
    (text) => convertNodebb(text, references),
    [
      "@ada ",
      "[",
      "![",
      "[a](",
      "](",
      "`",
      "``` ",
      ":a",
      "https://a.example/",
      "> ",
      "\n@a said in [",
      "@a[](/post/1)",
    ],
  ],
  Discourse: [
    (text) => convertDiscourse(text, references),
    [
      "[quote]",
      "[/quote]",
      "[b]",
      "[b]a[/b]",
      "<",
      "<!--",
      "<a href=",
      "<a ",
      "[date=",
      "[url]",
      "![|1x1](upload://a)",
      "`a",
    ],
  ],
};

test.each(
  Object.entries(FORMATS).flatMap(([name, [convert, pieces]]) =>
    pieces.map((piece) => [name, piece, convert] as const),
  ),
)(
  "four times as much of %s costs four times as much: %j",
  { timeout: PATIENCE_MS },
  (_name, piece, convert) => {
    const costOf = (length: number): number => shortest(() => convert(piece.repeat(length / piece.length)));
    const factor = (): number => {
      const long = costOf(LONG);
      return long < NOTICEABLE_MS ? 0 : long / Math.max(0.05, costOf(SHORT));
    };
    // Measured again before it counts, so that a busy machine is no finding.
    const factors = [factor()];
    while (factors.at(-1)! > FACTOR_MAX && factors.length < 4) factors.push(factor());
    expect(Math.min(...factors)).toBeLessThanOrEqual(FACTOR_MAX);
  },
);
