import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../../server/core/markdown/markdown.ts";
import { convertBbcode } from "../../../server/transfer/bodies/bbcode.ts";
import type { ConvertedBody } from "../../../server/transfer/bodies/body.ts";
import { convertDiscuzQ } from "../../../server/transfer/bodies/discuzQ.ts";
import { convertS9e } from "../../../server/transfer/bodies/s9e.ts";
import { references } from "../../support/bodyReferences.ts";

const RUNS = { numRuns: 300, seed: 20261126 };
/** Pieces that nest and cross without limit, each made of many of itself. */
const PIECES = 10_000;
/** Time for a text of ten thousand pieces on a busy machine; the square of it would take minutes. */
const PATIENCE_MS = 5_000;

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

test.each(
  FORMATS.flatMap(([name, convert, marks]) =>
    [
      ...marks.map((mark) => mark),
      ...marks.slice(2).map((mark, index) => marks[index]! + mark),
      "<",
      "[a=",
      "[url=",
      "[code]",
      "[img][",
      "[hide]",
      '[quote="',
      "&",
      ":",
      "\n\n",
      "`",
      "*a",
      "http://a.example ",
      '<a x="',
    ].map((piece) => [name, piece, convert] as const),
  ),
)("ten thousand pieces of %s are read at once: %s", { timeout: PATIENCE_MS }, (_name, piece, convert) => {
  expect(convert(`${piece.repeat(PIECES)}end`)).toBeDefined();
});
