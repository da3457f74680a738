import fc from "fast-check";
import { expect, test } from "vitest";
import { foldedTerms, foldedText, indexTokens, keysOf, matchQuery } from "../../server/core/searchTokens.ts";

/** True if the words of a text hold what a query asks for; the engines' part, done by hand. */
function finds(text: string, query: string): boolean {
  const words = ` ${indexTokens(text)} `;
  const asked = matchQuery(query);
  return (
    asked !== null &&
    asked.split(" AND ").every((term) => {
      const [, row, star] = /^"(.*)"(\*?)$/.exec(term)!;
      return words.includes(` ${row}${star ? "" : " "}`);
    })
  );
}

/** The same of a folded text: LIKE by hand, and that the keys leave nothing out that it finds. */
function findsFolded(text: string, query: string): boolean {
  const folded = foldedText(text);
  const keys = [...keysOf(folded)];
  const terms = foldedTerms(query);
  const fits = terms.length > 0 && terms.every(({ pattern }) => folded.includes(pattern.slice(1, -1)));
  const isCandidate = terms.every(({ keys: asked, isPrefix }) =>
    asked.every((key) => (isPrefix ? keys.some((each) => each.startsWith(key)) : keys.includes(key))),
  );
  if (fits) expect(isCandidate).toBe(true);
  return fits;
}

const HAN = "中文论坛的一是在不了有和人这们我𠀀々〇";
const han = fc.constantFrom(...HAN);
const text = fc.string({ unit: fc.oneof(han, fc.constantFrom(...'aQ7 ，。\n-é*"')), maxLength: 40 });

test("two or more Han characters are found exactly where a substring search finds them", () => {
  fc.assert(
    fc.property(text, fc.string({ unit: han, minLength: 2, maxLength: 4 }), (text, query) => {
      expect(finds(text, query)).toBe(text.includes(query));
      expect(findsFolded(text, query)).toBe(text.includes(query));
    }),
    { numRuns: 3000 },
  );
});

test("one Han character is found wherever it stands", () => {
  fc.assert(
    fc.property(text, han, (text, query) => {
      expect(finds(text, query)).toBe(text.includes(query));
      expect(findsFolded(text, query)).toBe(text.includes(query));
    }),
  );
});

test.each([
  ["中文论坛", "4e2d6587 65878bba 8bba575b 575b"],
  ["Über QR 2024年", "wqfcqber wq71qr w2024 5e74"],
  ["ＡＢＣ　１２３", "wabc w123"],
  ["カタカナ ｶﾀ", "30ab30bf 30bf30ab 30ab30ca 30ca 30ab30bf 30bf"],
  ["𠀀中", "g200004e2d 4e2d"],
  ["the a", "wthe wa"],
  ["，。！ --", ""],
])("%j is indexed as %j", (source, words) => {
  expect(indexTokens(source)).toBe(words);
});

test.each([
  ["中文论", '"4e2d6587 65878bba"', [{ pattern: "%中文论%", keys: ["中文", "文论"], isPrefix: false }]],
  ["中文", '"4e2d6587"', [{ pattern: "%中文%", keys: ["中文"], isPrefix: false }]],
  ["中", '"4e2d"*', [{ pattern: "%中%", keys: ["中"], isPrefix: true }]],
  [
    "Node 中文",
    '"wnode" AND "4e2d6587"',
    [
      { pattern: "% node %", keys: ["node"], isPrefix: false },
      { pattern: "%中文%", keys: ["中文"], isPrefix: false },
    ],
  ],
  ["same SAME", '"wsame"', [{ pattern: "% same %", keys: ["same"], isPrefix: false }]],
])("%j is asked for as %s and %j", (query, whole, terms) => {
  expect(matchQuery(query)).toBe(whole);
  expect(foldedTerms(query)).toEqual(terms);
});

test("names are found by their beginning, too", () => {
  expect(matchQuery("Ada", { beginnings: true })).toBe('"wada"*');
  expect(foldedTerms("Ada", { beginnings: true })).toEqual([
    { pattern: "% ada%", keys: ["ada"], isPrefix: true },
  ]);
});

test("both indexes find the same, words of all scripts among them", () => {
  const words = fc.string({ unit: fc.oneof(han, fc.constantFrom(..."aé7 ,")), maxLength: 30 });
  fc.assert(
    fc.property(
      words,
      fc.string({ unit: fc.oneof(han, fc.constantFrom(..."aé7 ")), maxLength: 5 }),
      (text, query) => {
        expect(findsFolded(text, query)).toBe(finds(text, query));
      },
    ),
    { numRuns: 3000 },
  );
});

test("nothing to search for is null", () => {
  for (const query of ["", "  ", '+-><()~*"@', "，。", "%_"]) {
    expect(matchQuery(query)).toBeNull();
    expect(foldedTerms(query)).toEqual([]);
  }
});

test("no query reaches the engines' own languages", () => {
  const typed = fc.string({
    unit: fc.oneof(han, fc.constantFrom(..."aOR \"'+-><()~*@:^{}\\%_;"), fc.string({ unit: "binary" })),
  });
  fc.assert(
    fc.property(typed, (query) => {
      expect(matchQuery(query) ?? '"w"').toMatch(/^"[a-z0-9 ]+"\*?( AND "[a-z0-9 ]+"\*?)*$/);
      for (const { pattern } of foldedTerms(query)) expect(pattern).toMatch(/^%[^%_\\"']+%$/);
    }),
  );
});

test("a folded text has its runs and words apart, and no mark of any language", () => {
  expect(foldedText("中文a，ＡＢ 50%_")).toBe(" 中文 a ab 50 ");
  expect(foldedText("。")).toBe("");
  expect([...keysOf(" 中文 kuberneteswithout 2024 ")]).toEqual(["中文", "文", "kuberneteswi", "2024"]);
});

test("words stay short enough for InnoDB, and texts of any length are quick", () => {
  expect(indexTokens("й".repeat(500)).length).toBeLessThan(84);
  const body = "我们今天在论坛里讨论手机和相机的问题，hello world 2024。".repeat(12).slice(0, 400);
  for (let count = 0; count < 300; count++) indexTokens(body);
  const began = performance.now();
  for (let count = 0; count < 100; count++) indexTokens(body);
  const each = (performance.now() - began) / 100;
  // A tenth of a millisecond alone; a busy machine takes longer, a pattern that walks back takes seconds.
  expect(each).toBeLessThan(100);
});
