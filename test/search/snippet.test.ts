import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../server/core/markdown/markdown.ts";
import { SNIPPET_MAX, snippetOf } from "../../server/features/search/results/snippet.ts";

const filler = "这里说的是别的事情，".repeat(60);

test("a snippet shows the first match with what is before it", () => {
  const snippet = snippetOf(plainText(`${filler}昨天看见一只**狐狸**。${filler}`), "狐狸");
  expect(snippet).toMatch(/^….*看见一只狐狸。.*…$/);
  expect([...snippet].length).toBeLessThanOrEqual(SNIPPET_MAX);
});

test.each([
  ["full width", `${filler}ＦＵＬＬ width`, "full"],
  ["letters that grow when folded", `${"㈱".repeat(200)}狐狸`, "狐狸"],
  ["a body as long as bodies get", `${"长 ".repeat(20_000)}狐狸${"尾 ".repeat(4000)}`, "狐狸"],
])("the match is shown: %s", (_what, body, query) => {
  expect(snippetOf(body, query).normalize("NFKC").toLowerCase()).toContain(query);
});

test("without a match the beginning is shown", () => {
  expect(snippetOf("短", "狐狸")).toBe("短");
  expect(snippetOf(filler, "狐狸").startsWith("这里说的")).toBe(true);
});

test("no snippet is too long, cuts a character in two, or holds a line break", () => {
  const unit = fc.constantFrom(..."狐狸 a\n*.", "👨‍👩‍👧‍👦", "é", "\u{20000}", "ﷺ");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 500 }), (body) => {
      const snippet = snippetOf(body, "狐狸");
      expect([...snippet].length).toBeLessThanOrEqual(SNIPPET_MAX);
      expect(snippet.isWellFormed()).toBe(true);
      expect(snippet).not.toMatch(/\n|^…?\u200D|\u200D…?$/);
    }),
  );
});
