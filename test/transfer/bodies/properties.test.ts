import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../../server/core/markdown/markdown.ts";
import { convertBbcode } from "../../../server/transfer/bodies/bbcode.ts";
import type { ConvertedBody } from "../../../server/transfer/bodies/body.ts";
import { convertDiscourse } from "../../../server/transfer/bodies/discourse.ts";
import { convertDiscuzQ } from "../../../server/transfer/bodies/discuzQ.ts";
import { convertNodebb } from "../../../server/transfer/bodies/nodebb.ts";
import { convertS9e } from "../../../server/transfer/bodies/s9e.ts";
import { references } from "../../support/bodyReferences.ts";

const RUNS = { numRuns: 200, seed: 20261126 };
/** Tags within each other, or side by side: more than functions could that call themselves. */
const TAGS = 10_000;

type Convert = (text: string) => ConvertedBody;

/** Letters of the words of these texts, which no format may lose; marks have others. */
const letters = (text: string): string =>
  [...text.matchAll(/[\p{Script=Han}\p{Script=Cyrillic}]+/gu)].join("");

/** Pieces of texts: words, and marks of a format that stand where they like. */
const mixed = (marks: readonly string[]) =>
  fc.array(
    fc.oneof(
      fc.constantFrom(
        "猫",
        "dog",
        "42",
        " ",
        "\n",
        "*",
        "_",
        "# ",
        "- ",
        "1. ",
        "> ",
        "|",
        "`",
        "~~",
        "!",
        "\\",
        "@",
      ),
      fc.constantFrom(...marks),
    ),
    { maxLength: 40 },
  );

const XML = ["B", "I", "QUOTE", "LIST", "LI", "TABLE", "TR", "TD", "COLOR", "H2", "FOO", "p"];
const HTML = [
  "b",
  "i",
  "blockquote",
  "ul",
  "li",
  "table",
  "tr",
  "td",
  "font",
  "h2",
  "foo",
  "p",
  "div",
  "span",
  "a",
];
const BBCODE = ["b", "i", "quote", "list", "table", "tr", "td", "color", "align=left", "u", "hr", "foo"];
const FORMATS: readonly (readonly [string, Convert, readonly string[]])[] = [
  [
    "s9e",
    (text) => convertS9e(text, references),
    [...XML.flatMap((name) => [`<${name}>`, `</${name}>`]), "<br/>"],
  ],
  [
    "Discuz! Q",
    (text) => convertDiscuzQ(`<p>${text}`, references),
    [...HTML.flatMap((name) => [`<${name}>`, `</${name}>`]), "<br>", "<hr>"],
  ],
  [
    "Discuz! X",
    (text) => convertBbcode(text, references, { software: "discuz-x" }),
    [...BBCODE.flatMap((name) => [`[${name}]`, `[/${name.split("=")[0]!}]`]), "[*]", "[", "]"],
  ],
  [
    "phpBB",
    (text) => convertBbcode(text, references, { software: "phpbb", uid: "1a2b3c4d" }),
    BBCODE.flatMap((name) => [`[${name}:1a2b3c4d]`, `[/${name.split("=")[0]!}:1a2b3c4d]`]),
  ],
  [
    "NodeBB",
    (text) => convertNodebb(text, references),
    ["@ada", "[a](/post/33)", ":tada:", "``", "@ada said in [x](/post/33):"],
  ],
  [
    "Discourse",
    (text) => convertDiscourse(text, references),
    [
      "[quote]",
      "[/quote]",
      "[poll]",
      "[/poll]",
      "[b]",
      "[/b]",
      "<b>",
      "</b>",
      "<p>",
      "``",
      "[spoiler]",
      "[/spoiler]",
    ],
  ],
];

test.each(FORMATS)("no letter of a text of %s is lost, whatever its marks do", (_name, convert, marks) => {
  fc.assert(
    fc.property(mixed(marks), (pieces) => {
      const text = pieces.filter((piece) => !marks.includes(piece)).join(" ");
      expect(letters(plainText(convert(pieces.join(" ")).markdown))).toBe(letters(text));
    }),
    RUNS,
  );
});

test.each(FORMATS)("any characters are read as %s, and twice the same", (_name, convert) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(convert(text)).toEqual(convert(text));
    }),
    RUNS,
  );
});

test.each(FORMATS)("ten thousand tags of %s are read, whichever they are", (_name, convert, marks) => {
  for (const mark of marks) {
    const { markdown } = convert(`${mark.repeat(TAGS)}猫`);
    expect(letters(markdown)).toBe("猫");
  }
});
