import fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack } from "../../client/apollo/packing.ts";
import { PageTexts, readPageTexts } from "../../client/platform/pageTexts.ts";

/** Answers travel packed within the page, without the texts that the page shows. */

const nothing = (): undefined => undefined;

test("whatever was packed comes out again", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const packed = JSON.parse(JSON.stringify(pack(value, nothing))) as ReturnType<typeof pack>;
      expect(unpack(packed, nothing)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("rows that are alike come out again, whatever they share", () => {
  const person = fc.record({
    id: fc.integer(),
    group: fc.constantFrom({ id: 1, name: "A" }, { id: 2, name: "B" }),
  });
  const row = fc.record({ id: fc.integer(), author: fc.option(person), tags: fc.array(fc.boolean()) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const packed = JSON.parse(JSON.stringify(pack({ rows }, nothing))) as ReturnType<typeof pack>;
      expect(unpack(packed, nothing)).toEqual({ rows });
    }),
  );
});

test("what is the same in all rows is sent once", () => {
  const rows = Array.from({ length: 20 }, (_, id) => ({
    id,
    kind: "Post",
    author: { group: { name: "会员" } },
  }));
  const text = JSON.stringify(pack(rows, nothing));
  expect(text.split("会员")).toHaveLength(2);
  expect(text.split("Post")).toHaveLength(2);
});

test("a text on the page is named by its number and read from the page", () => {
  const texts = new PageTexts();
  const body = texts.add(`<p>"Hello" &amp; <b>you</b></p>`);
  const words = texts.add("1 < 2 & 3");
  document.body.innerHTML = `<div data-prose="${body}"><p>"Hello" &amp; <b>you</b></p></div><bdi data-words="${words}">1 &lt; 2 &amp; 3</bdi>`;
  const posts = [{ bodyHtml: `<p>"Hello" &amp; <b>you</b></p>`, excerpt: "1 < 2 & 3", title: "1 < 2 & 3" }];
  const packed = pack(posts, (key, text) => (key === "title" ? undefined : texts.numberOf(text)));
  expect(JSON.stringify(packed)).not.toContain("Hello");
  const shown = readPageTexts(document.body);
  expect(unpack(packed, (number) => shown.get(number))).toEqual(posts);
});

test("a text that is gone from the page is missing, so that it is asked for", () => {
  const texts = new PageTexts();
  texts.add("here");
  const packed = pack([{ id: "1", bodyHtml: "here" }], (_, text) => texts.numberOf(text));
  expect(unpack(packed, nothing)).toEqual([{ id: "1", bodyHtml: undefined }]);
});
