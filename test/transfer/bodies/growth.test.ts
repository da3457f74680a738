import { expect, test } from "vitest";
import type { ConvertedBody } from "../../../server/transfer/bodies/body.ts";
import { convertBbcode } from "../../../server/transfer/bodies/bbcode.ts";
import { convertDiscourse } from "../../../server/transfer/bodies/discourse.ts";
import { convertDiscuzQ } from "../../../server/transfer/bodies/discuzQ.ts";
import { convertNodebb } from "../../../server/transfer/bodies/nodebb.ts";
import { convertS9e } from "../../../server/transfer/bodies/s9e.ts";
import { references } from "../../support/bodyReferences.ts";
import { leastGrowthOf } from "../../support/cpuTime.ts";

/** In characters. */
const LENGTHS = { short: 5_000, long: 20_000, noticeableMs: 8 };
/** Most that a long text may cost, compared with as many characters in short ones: growth by the square takes 4 times. */
const FACTOR_MAX = 2.5;
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
    const work = (length: number): unknown => convert(piece.repeat(length / piece.length));
    expect(leastGrowthOf(work, LENGTHS, FACTOR_MAX)).toBeLessThanOrEqual(FACTOR_MAX);
  },
);
