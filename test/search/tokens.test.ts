import fc from "fast-check";
import { expect, test } from "vitest";
import {
  foldedPhrase,
  foldedTerms,
  foldedText,
  indexTokens,
  keysOf,
  matchPhrase,
  matchQuery,
  placesFound,
  type QueryOptions,
} from "../../server/core/searchTokens.ts";
import { cpuMs } from "../support/cpuTime.ts";

/** True if the words of a text hold what a query asks for; the engines' part, done by hand. */
function finds(text: string, query: string, options: QueryOptions = {}): boolean {
  const words = ` ${indexTokens(text)} `;
  const asked = matchQuery(query, options);
  return (
    asked !== null &&
    asked.split(" AND ").every((term) => {
      const [, row, star] = /^"(.*)"(\*?)$/.exec(term)!;
      return words.includes(` ${row}${star ? "" : " "}`);
    })
  );
}

/** The same of a folded text: LIKE by hand, and that the keys leave nothing out that it finds. */
function findsFolded(text: string, query: string, options: QueryOptions = {}): boolean {
  const folded = foldedText(text);
  const keys = [...keysOf(folded)];
  const terms = foldedTerms(query, options);
  const fits = terms.length > 0 && terms.every(({ pattern }) => folded.includes(pattern.slice(1, -1)));
  const isCandidate = terms.every(({ keys: asked, isPrefix }) =>
    asked.every((key) => (isPrefix ? keys.some((each) => each.startsWith(key)) : keys.includes(key))),
  );
  if (fits) expect(isCandidate).toBe(true);
  return fits;
}

/** True if a text has a phrase, as both engines see it. */
function hasPhrase(text: string, phrase: string): boolean {
  const words = ` ${indexTokens(text)} `;
  const [, row, star] = /^"(.*)"(\*?)$/.exec(matchPhrase(phrase)!)!;
  const has = words.includes(` ${row}${star ? "" : " "}`);
  const folded = foldedText(text);
  const keys = [...keysOf(folded)];
  const { pattern, keys: asked, isPrefix } = foldedPhrase(phrase)!;
  expect(folded.includes(pattern.slice(1, -1))).toBe(has);
  const isCandidate = asked.every((key) =>
    isPrefix ? keys.some((each) => each.startsWith(key)) : keys.includes(key),
  );
  if (has) expect(isCandidate).toBe(true);
  return has;
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
  ["Über QR 2024年", "wuber wq71qr w2024 5e74"],
  ["ＡＢＣ　１２３", "wabc w123"],
  ["カタカナ ｶﾀ", "30ab30bf 30bf30ab 30ab30ca 30ca 30ab30bf 30bf"],
  ["𠀀中", "g200004e2d 4e2d"],
  ["the a", "wthe wa"],
  ["йод", "wq439qq43eqq434q"],
  ["iPhone15", "wiphone w15"],
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
  expect(matchQuery("Ada", { beginnings: "names" })).toBe('"wada"*');
  expect(foldedTerms("Ada", { beginnings: "names" })).toEqual([
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

const LONG = "a1b2c3d4e5f6a7b8c9d0".repeat(3);

test.each([
  ["Thai inside a sentence", "เมื่อวานฉันกินข้าวผัดกุ้งอร่อยมาก", "ข้าวผัด"],
  ["Thai, am with its tone mark first or last", "ขอน\u0E49\u0E4Dาแข็ง", "น\u0E4D\u0E49า"],
  ["Thai digits", "พ.ศ. ๒๕๖๗", "2567"],
  ["Lao", "ຂ້ອຍມັກກິນເຂົ້າໜຽວ", "ເຂົ້າໜຽວ"],
  ["Khmer", "ខ្ញុំស្រលាញ់ភាសាខ្មែរណាស់", "ភាសា"],
  ["Khmer with blanks that nobody sees", "ខ្ញុំ\u200Bស្រលាញ់\u200Bភាសា", "ស្រលាញ់ភាសា"],
  ["Burmese", "ကျွန်တော်မြန်မာစာလေ့လာနေပါတယ်", "မြန်မာစာ"],
  ["traditional by simplified", "臺灣的軟體與網路", "台湾的软体"],
  ["simplified by traditional", "学习头发后面", "頭髮後面"],
  ["beginning of a word", "my photos", "photo"],
  ["letters before a number", "My iPhone15 Pro", "iphone"],
  ["a number behind letters", "My iPhone15 Pro", "15"],
  ["words apart in the text", "My iPhone 15 Pro", "iphone15"],
  ["words apart in the query", "My iPhone15 Pro", "iPhone 15"],
  ["a number that goes on", "order 20241125", "2024"],
  ["a long mix", `x ${LONG} y`, LONG.slice(0, 31)],
  ["a word longer than words get", "k".repeat(500), "k".repeat(400)],
  ["Russian beginning", "фотографии", "фото"],
  ["accents", "un café très éloigné", "tres eloigne"],
  ["accents in the query", "resume", "résumé"],
  ["Vietnamese", "Đường phố Hà Nội", "duong pho ha noi"],
  ["yo", "ёлка", "елка"],
  ["dotted capital", "İSTANBUL", "istanbul"],
  ["dotless", "KADIKÖY", "kadıköy"],
  ["sharp s", "Die Straße", "STRASSE"],
  ["sharp s the other way", "STRASSE", "straße"],
  ["ligature", "ﬁnal œuvre", "final oeuvre"],
  ["full width", "ｉＰｈｏｎｅ　１５", "iphone15"],
  ["half width", "ｶﾞｲﾄﾞ", "ガイド"],
  ["Greek accents and final sigma", "Οδυσσέας", "ΟΔΥΣΣΕΑΣ"],
  ["Arabic vowel marks", "كِتَابٌ جَمِيل", "كتاب جميل"],
  ["Arabic alef and tatweel", "أحـــمد", "احمد"],
  ["Arabic digits", "سنة ٢٠٢٤", "2024"],
  ["Hebrew points", "שָׁלוֹם", "שלום"],
  ["soft hyphen", "Donau\u00ADdampf\u00ADschiff", "donaudampfschiff"],
  ["Hindi", "हिन्दी में लिखना", "हिन्दी"],
  ["Korean inside", "대한민국만세", "민국"],
])("what writers may write otherwise is found: %s", (_what, text, query) => {
  expect(finds(text, query, { beginnings: "words" })).toBe(true);
  expect(findsFolded(text, query, { beginnings: "words" })).toBe(true);
});

test.each([
  ["other tone", "ข้าว", "ข่าว"],
  ["voiced Kana", "か", "が"],
  ["short i", "чаи", "чай"],
  ["Hindi vowels", "की", "का"],
  ["the middle of a word", "telephoto", "photo"],
  ["the beginning of two letters", "photos", "ph"],
  ["a longer word", "photo", "photos"],
  ["a number within a number", "2150", "15"],
  ["words in another order", "15 iPhone", "iphone15"],
])("what is another word is not found: %s", (_what, text, query) => {
  expect(finds(text, query, { beginnings: "words" })).toBe(false);
  expect(findsFolded(text, query, { beginnings: "words" })).toBe(false);
});

test("both indexes find the same by beginnings, words with numbers and marks among them", () => {
  const unit = fc.oneof(han, fc.constantFrom(..."aé12 ,ßก้ำ軟\u0301"));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), fc.string({ unit, maxLength: 8 }), (text, query) => {
      for (const beginnings of ["words", "names"] as const)
        expect(findsFolded(text, query, { beginnings })).toBe(finds(text, query, { beginnings }));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["Two photos, one Café", "photo cafe", "Two [photo]s, one [Café]"],
  ["telephoto photo", "photo", "telephoto [photo]"],
  ["my iPhone 15 and iPhone15", "iphone15", "my [iPhone 15] and [iPhone15]"],
  ["用臺灣軟體", "台湾", "用[臺灣]軟體"],
  ["ฉันกินข้าวผัดกุ้ง", "ข้าวผัด", "ฉันกิน[ข้าวผัด]กุ้ง"],
  ["Die Straße", "strasse", "Die [Straße]"],
  ["كِتَابٌ", "كتاب", "[كِتَابٌ]"],
  ["e\u0301te\u0301", "été", "[e\u0301te\u0301]"],
  ["论论论", "论论", "[论论]论"],
  ["nothing", "else", "nothing"],
])("in %j the query %j marks %j", (source, query, marked) => {
  const places = placesFound(source, query, { beginnings: "words" });
  const parts = [0, ...places, source.length];
  const shown = parts.slice(1).map((end, index) => {
    const part = source.slice(parts[index], end);
    return index % 2 === 1 ? `[${part}]` : part;
  });
  expect(shown.join("")).toBe(marked);
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
  const all = cpuMs(() => {
    for (let count = 0; count < 100; count++) indexTokens(body);
  });
  // A tenth of a millisecond each; a pattern that walks back takes seconds.
  expect(all / 100).toBeLessThan(100);
  for (const piece of ["й", "a1", "ก็", "И\u0306", "\u0301", "٣", "軟\u200B", "ﷺ"]) {
    const took = cpuMs(() => indexTokens(piece.repeat(Math.ceil(100_000 / piece.length))));
    // Some fifty milliseconds; what looks at a place twice takes minutes.
    expect(took, piece).toBeLessThan(5_000);
  }
});

const phraseUnit = fc.constantFrom(..."中文论ab1 ");

test("a phrase is found exactly where its words and characters stand in a row, on both engines", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: phraseUnit, maxLength: 14 }),
      fc.string({ unit: phraseUnit, minLength: 1, maxLength: 5 }),
      (text, phrase) => {
        fc.pre(phrase.trim() !== "");
        // Words, numbers and runs with one blank between them; a word ends at its ends, a run does not.
        const steps = (value: string): string =>
          ` ${(value.match(/[a-z]+|[0-9]+|[中文论]+/g) ?? []).join(" ")} `;
        const whole = steps(phrase);
        const from = /^ [中文论]/.test(whole) ? 1 : 0;
        const to = /[中文论] $/.test(whole) ? -1 : undefined;
        expect(hasPhrase(text, phrase)).toBe(steps(text).includes(whole.slice(from, to)));
      },
    ),
    { numRuns: 5000 },
  );
});

test.each([
  ["柠檬树在阳台", "柠檬树", true],
  ["柠檬和树", "柠檬树", false],
  ["Deploy the blue whale", "blue whale", true],
  ["Deploy the blue whales", "blue whale", false],
  ["whale, blue", "blue whale", false],
  ["买了iPhone15手机壳", "iPhone 15手机", true],
])("%j and %j", (text, phrase, has) => {
  expect(hasPhrase(text, phrase)).toBe(has);
});
