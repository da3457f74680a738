import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, OPERATOR_NAMES, typedOperator } from "../../client/features/search/typedOperator.ts";
import { HAS_WORDS } from "../../client/features/search/useOperatorSuggestions.ts";
import { partsOfQuery } from "../../server/features/search/results/queryParts.ts";
import { Forum } from "../support/forum.ts";

/** The operator that is being typed in the field of a search, and what completes it. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test.each([
  ["author:ad", { operator: "author", prefix: "ad", begin: 7 }],
  ["lemon 作者：小", { operator: "author", prefix: "小", begin: 9 }],
  ["ＩＮ:", { operator: "in", prefix: "", begin: 3 }],
  ['in:"garden and', { operator: "in", prefix: "garden and", begin: 3 }],
  ["“lemon tree” 包含:图", { operator: "has", prefix: "图", begin: 16 }],
  ["after:2026-0", { operator: "after", prefix: "2026-0", begin: 6 }],
])("in %s an operator is typed: %j", (text, typed) => {
  expect(typedOperator(text, text.length)).toEqual({ ...typed, caret: text.length });
});

test.each([
  "",
  "author",
  "author:ada ",
  "https://a",
  "lemon tree",
  'in:"garden"',
  '"author:ad',
  "toString:",
  ":",
])("in %s none is", (text) => {
  expect(typedOperator(text, text.length)).toBeNull();
});

test("a value is written at the caret, with quotation marks if it has a blank, and what follows stays", () => {
  const text = "lemon author:ad rain";
  expect(completed(text, typedOperator(text, 15)!, "Ada Lovelace")).toEqual({
    text: 'lemon author:"Ada Lovelace" rain',
    caret: 28,
  });
  const quoted = 'in:"gar';
  expect(completed(quoted, typedOperator(quoted, 7)!, "garden")).toEqual({ text: "in:garden ", caret: 10 });
});

test("a name that an operator cannot say, and one too long for the field, are not written", () => {
  expect(completed("in:", typedOperator("in:", 3)!, 'the "best"')).toBeNull();
  const long = `${"a".repeat(92)} in:`;
  expect(completed(long, typedOperator(long, long.length)!, "abcd")).not.toBeNull();
  expect(completed(long, typedOperator(long, long.length)!, "abcde")).toBeNull();
});

test("the server reads each completed operator as it was chosen", () => {
  const value = fc.stringMatching(/^[\p{L}\p{N}]{1,8}( [\p{L}\p{N}]{1,8})?$/u);
  const names = Object.entries(OPERATOR_NAMES).flatMap(([operator, each]) =>
    each.map((name) => ({ operator, name })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), value, ({ operator, name }, value) => {
      const text = `lemon ${name}:`;
      const whole = completed(text, typedOperator(text, text.length)!, value)!;
      expect(partsOfQuery(whole.text).map(({ operator, value }) => ({ operator, value }))).toEqual([
        { operator: "WORDS", value: "lemon" },
        { operator: operator.toUpperCase(), value },
      ]);
    }),
  );
});

test("the server knows each thing that `has:` offers, in both languages", async () => {
  const words = HAS_WORDS.flatMap(({ zh, en }) => [zh, en]);
  for (const word of [...words, "anvils"]) {
    const document = `query ($query: String!) { searchParts(query: $query) { operator isKnown } }`;
    const { searchParts } = await forum.visitor().graphql(document, { query: `has:${word}` });
    expect([word, searchParts]).toEqual([word, [{ operator: "HAS", isKnown: word !== "anvils" }]]);
  }
});
