import { expect, test } from "vitest";
import { WordFilter } from "../../server/features/stop-words/filter/wordFilter.ts";
import { lineOf, parseLine } from "../../server/features/stop-words/lines.ts";
import { cpuMs } from "../support/cpuTime.ts";

const found = async (finds: string[], text: string): Promise<string[]> => {
  const filter = await WordFilter.of(finds.map((find) => ({ find })));
  return filter.hitsIn(text).map(({ start, end }) => text.slice(start, end));
};

test.each([
  ["another case", "casino", "Big CASINO night", ["CASINO"]],
  ["full width", "casino", "Ｃａｓｉｎｏ", ["Ｃａｓｉｎｏ"]],
  ["invisible characters inside", "赌场", "去赌\u200B\u2060场吧", ["赌\u200B\u2060场"]],
  ["a ligature", "office", "oﬃce", ["oﬃce"]],
  ["a letter that grows when folded", "straße", "STRASSE", []],
  ["inside of another word", "ass", "class", ["ass"]],
  ["several times", "aa", "aa b aa", ["aa", "aa"]],
  ["a gap within its limit", "a{3}b", "axxb", ["axxb"]],
  ["no gap at all", "a{3}b", "ab", ["ab"]],
  ["a gap beyond its limit", "a{3}b", "axxxxb", []],
  ["a gap of emoji, which are one character each", "a{2}b", "a😀😀b", ["a😀😀b"]],
  ["two gaps", "退{2}出{2}群", "退-出--群", ["退-出--群"]],
  ["a regular expression, taken literally", "a.*b", "a.*b and axxb", ["a.*b"]],
  ["brackets and braces, taken literally", "(x|y){", "(x|y){ x", ["(x|y){"]],
  ["nothing of what is only invisible", "\u200B", "a\u200Bb", []],
])("%s: %s in %j is %j", async (_what, find, text, hits) => {
  expect(await found([find], text)).toEqual(hits);
});

test.each([
  ["letters of mathematics, two units each", "casino", "𝐜𝐚𝐬𝐢𝐧𝐨", ["𝐜𝐚𝐬𝐢𝐧𝐨"]],
  ["the address of a picture", "casino", '<img src="/casino.png" alt="x">', []],
  ["around the tag of a picture", "casino", 'cas<img src="x.png">ino', ['cas<img src="x.png">ino']],
  [
    "what a picture says beside its address, since it is shown",
    "casino",
    '<img src="a" alt="casino">',
    ["casino"],
  ],
  ["in what only begins like a picture", "casino", "<imgcasino>", ["casino"]],
  ["behind a tag that never ends", "casino", "<img casino", ["casino"]],
])("pictures and pairs: %s", async (_what, find, text, hits) => {
  expect(await found([find], text)).toEqual(hits);
});

test("many gaps in a text of many chances end soon", async () => {
  const find = Array.from({ length: 12 }, () => "a{20}").join("") + "b";
  const filter = await WordFilter.of([{ find }]);

  const took = cpuMs(() => {
    expect(filter.hitsIn("a".repeat(300))).toEqual([]);
    expect(filter.hitsIn(`${"a".repeat(60)}b`)).not.toEqual([]);
  });
  // All combinations would take longer than the universe exists.
  expect(took).toBeLessThan(10_000);
});

/** Finds a word by trying each place: folded characters one after the other, gaps by recursion. */
function naive(find: string, text: string): string[] {
  const foldedOf = (part: string): { letter: string; at: number; end: number }[] => {
    const letters: { letter: string; at: number; end: number }[] = [];
    let at = 0;
    for (const character of part) {
      const end = at + character.length;
      const form = /\p{Default_Ignorable_Code_Point}/u.test(character)
        ? ""
        : character.normalize("NFKC").toLowerCase();
      for (const letter of form) letters.push({ letter, at, end });
      at = end;
    }
    return letters;
  };
  const letters = foldedOf(text);
  const pieces = find.split(/\{(\d)\}/).map((part, index) => (index % 2 ? Number(part) : foldedOf(part)));
  const matches = (index: number, at: number): number | null => {
    const piece = pieces[index] as { letter: string }[];
    if (!piece.every(({ letter }, each) => letters[at + each]?.letter === letter)) return null;
    const end = at + piece.length;
    if (index + 1 >= pieces.length) return end;
    for (let gap = 0; gap <= (pieces[index + 1] as number); gap++) {
      const found = matches(index + 2, end + gap);
      if (found !== null) return found;
    }
    return null;
  };
  const hits: string[] = [];
  for (let at = 0; at < letters.length; at++) {
    const end = matches(0, at);
    if (end !== null) hits.push(text.slice(letters[at]!.at, letters[end - 1]!.end));
  }
  return hits;
}

test("finds what trying every place finds, in texts by chance", async () => {
  let seed = 11;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const letters = ["a", "b", "A", "Ｂ", "赌", "场", "😀", "\u200B", "𝐚", "ﬁ"];
  const text = (length: number): string =>
    Array.from({ length }, () => letters[random(letters.length)]).join("");
  const plain = (length: number): string =>
    Array.from({ length }, () => ["a", "b", "赌", "场", "f"][random(5)]).join("");
  for (let round = 0; round < 60; round++) {
    const finds = [...new Set(Array.from({ length: 6 }, () => plain(1 + random(4))))];
    // Around a longer piece nothing but its own place can be meant, so that both find the same ones.
    if (random(2)) finds.push(`${plain(3)}{2}${plain(1)}`);
    const written = text(40);
    const expected = finds.flatMap((find) => naive(find, written)).sort();
    expect((await found(finds, written)).sort(), `${JSON.stringify(finds)} in ${written}`).toEqual(expected);
  }
});

test("overlapping words are all found", async () => {
  expect(await found(["abc", "bcd", "c"], "abcd")).toEqual(["abc", "bcd", "c"]);
});

test.each([
  ["foo", "foo={REPLACE}|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo=", "foo={REPLACE}|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo=bar", "foo=bar|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo={MOD}", "foo={MOD}|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo={REPLACE}", "foo={REPLACE}|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo={MOD}|{BANNED}", "foo={MOD}|{BANNED}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo=bar|{BANNED}|{IGNORE}|{BANNED}|{BANNED}", "foo=bar|{BANNED}|{IGNORE}|{BANNED}|{BANNED}"],
  ["foo=**|{MOD}|{BANNED}", "foo={MOD}|{BANNED}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["foo=x|{MOD}", "foo=x|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["  foo = bar ", "foo=bar|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
  ["a=b=c", "a=b|{IGNORE}|{IGNORE}|{IGNORE}|{IGNORE}"],
])("the line %s means %s", (line, meaning) => {
  expect(lineOf(parseLine(line)!)).toBe(meaning);
  expect(lineOf(parseLine(meaning)!)).toBe(meaning);
});

test.each([["=bar"], [""], ["   "], [7], [null], [{}], ["x".repeat(256)], ["a\u0000b"], ["\uD800"]])(
  "the line %j says nothing",
  (line) => {
    expect(parseLine(line)).toBeNull();
  },
);

/** Least factor by which the filter is faster than looking for each word by itself. */
const FASTER = 10;

test("fifty thousand words in ten thousand characters are found many times faster than one by one", async () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + random(3_000))).join("");
  const words = [...new Set(Array.from({ length: 50_000 }, () => text(2 + random(4))))];
  const filter = await WordFilter.of(words.map((find) => ({ find })));
  const post = text(10_000);
  const fastest = (times: number, work: () => unknown): number =>
    Math.min(...Array.from({ length: times }, () => cpuMs(work)));

  const oneByOne = fastest(3, () => words.filter((word) => post.includes(word)));

  expect(fastest(40, () => filter.hitsIn(post))).toBeLessThan(oneByOne / FASTER);
});
