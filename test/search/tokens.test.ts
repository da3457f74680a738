import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BLOCK_SIZE,
  blockOf,
  indexTokens,
  indexTokensInBlock,
  matchInBlocks,
  matchQuery,
  patternsInBlock,
} from "../../server/core/searchTokens.ts";

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

const HAN = "中文论坛的一是在不了有和人这们我𠀀々〇";
const han = fc.constantFrom(...HAN);
const text = fc.string({ unit: fc.oneof(han, fc.constantFrom(...'aQ7 ，。\n-é*"')), maxLength: 40 });

test("two or more Han characters are found exactly where a substring search finds them", () => {
  fc.assert(
    fc.property(text, fc.string({ unit: han, minLength: 2, maxLength: 4 }), (text, query) => {
      expect(finds(text, query)).toBe(text.includes(query));
    }),
    { numRuns: 3000 },
  );
});

test("one Han character is found wherever it stands", () => {
  fc.assert(
    fc.property(text, han, (text, query) => {
      expect(finds(text, query)).toBe(text.includes(query));
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
  ["中文论", '"4e2d6587 65878bba"', '+("0z4e2d6587 0z65878bba" "1z4e2d6587 1z65878bba")'],
  ["中文", '"4e2d6587"', "+(0z4e2d6587 1z4e2d6587)"],
  ["中", '"4e2d"*', "+(0z4e2d* 1z4e2d*)"],
  ["Node 中文", '"wnode" AND "4e2d6587"', "+(0zwnode 1zwnode) +(0z4e2d6587 1z4e2d6587)"],
  ["same SAME", '"wsame"', "+(0zwsame 1zwsame)"],
])("%j is asked for as %s and %s", (query, whole, inBlocks) => {
  expect(matchQuery(query)).toBe(whole);
  expect(matchInBlocks(query, [blockOf(0), blockOf(BLOCK_SIZE)])).toBe(inBlocks);
});

test("names are found by their beginning, too", () => {
  expect(matchQuery("Ada", { beginnings: true })).toBe('"wada"*');
  expect(matchInBlocks("Ada", ["0z"], { beginnings: true })).toBe("+(0zwada*)");
});

test("nothing to search for is null", () => {
  for (const query of ["", "  ", '+-><()~*"@', "，。", "%_"]) {
    expect(matchQuery(query)).toBeNull();
    expect(matchInBlocks(query, ["0z"])).toBeNull();
  }
});

test("no query reaches the engines' own languages", () => {
  const typed = fc.string({
    unit: fc.oneof(han, fc.constantFrom(..."aOR \"'+-><()~*@:^{}\\%_;"), fc.string({ unit: "binary" })),
  });
  fc.assert(
    fc.property(typed, (query) => {
      expect(matchQuery(query) ?? '"w"').toMatch(/^"[a-z0-9 ]+"\*?( AND "[a-z0-9 ]+"\*?)*$/);
      expect(matchInBlocks(query, ["0z"]) ?? "+(w)").toMatch(
        /^\+\(("[a-z0-9 ]+"|[a-z0-9]+\*?)\)( \+\(("[a-z0-9 ]+"|[a-z0-9]+\*?)\))*$/,
      );
    }),
  );
});

test("every word of a document carries its block", () => {
  const id = 2 * BLOCK_SIZE + 7;
  expect(indexTokensInBlock("中文 a", id)).toBe(" 2z4e2d6587 2z6587 2zwa ");
  expect(indexTokensInBlock("。", id)).toBe("");
  expect(patternsInBlock("中文 a 中", blockOf(id))).toEqual(["% 2z4e2d6587 %", "% 2zwa %", "% 2z4e2d%"]);
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
