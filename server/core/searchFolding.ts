import traditional from "opencc-js/dict/TSCharacters";

/**
 * Signs over and under letters that people leave out when they search: Latin, Greek and Cyrillic accents (й is a letter of
 * its own), Hebrew points, Arabic vowel marks and tatweel, Syriac points. Marks of other scripts tell words apart and stay,
 * the tone marks of Thai and Lao among them.
 */
const ACCENTS =
  // eslint-disable-next-line no-misleading-character-class -- the marks themselves are meant
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u08D3-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g;
/** Signs that nobody sees: soft hyphens, joiners, directions, forms of a character; a blank without width in Asian scripts. */
const UNSEEN =
  // eslint-disable-next-line no-misleading-character-class -- the marks themselves are meant
  /[\u00AD\u034F\u061C\u180B-\u180F\u200C-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]|(?<=[\u0E00-\u0EFF\u0F00-\u109F\u1700-\u19FF\u1A20-\u1AAF\u1B00-\u1B7F\u3040-\uD7FF])\u200B/g;
/** Vowel signs of Thai and Lao that are written before the tone mark as often as behind it. */
const VOWEL_BEFORE_TONE = /([\u0E4D\u0ECD])([\u0E48-\u0E4B\u0EC8-\u0ECB])/g;
const ASCII = /^[\0-\x7F]*$/;
const DIGIT = /\p{Nd}/gu;

/** Characters that no decomposition turns into those that people type for them. */
const LETTERS = {
  ...{
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    đ: "d",
    ð: "d",
    þ: "th",
    ł: "l",
    ħ: "h",
    ŧ: "t",
    ı: "i",
    ĸ: "k",
    ς: "σ",
  },
  "\u02BB": "'",
  "\u02BC": "'",
  // As Taiwan writes 着; both are found under one form, so that 著名 is found as before.
  著: "着",
  // Alef with wasla, and the final forms and Persian letters that keyboards mix up.
  ...{ ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ہ: "ه", ھ: "ه" },
};

/** Forms under which characters are found: those letters, and simplified for traditional characters. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ...traditional.split("|").map((pair) => pair.split(" ") as [string, string]),
  ...Object.entries(LETTERS),
]);

/** 1 for the units that such a character begins with. */
const BEGINS_FORM = new Uint8Array(0x1_0000);
for (const character of FORMS.keys()) BEGINS_FORM[character.charCodeAt(0)] = 1;

/** Gives the form under which a text is found: what two writers may write differently for the same word is alike in it. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").toLowerCase().replace(ACCENTS, "").replace(UNSEEN, "");
  return inOneForm(plain).replace(VOWEL_BEFORE_TONE, "$2$1").replace(DIGIT, digitOf).normalize("NFC");
}

/** A folded text that knows where each of its units comes from. */
export interface Traced {
  readonly text: string;
  /** Beginning and end, in the source, of the character that each unit comes from. */
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

/** Folds a short text character by character with its marks, for those who need its places. */
export function foldedWithPlaces(source: string): Traced {
  let text = "";
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of source.matchAll(/\u200B|\P{M}\p{M}*|\p{M}+/gu)) {
    const form = character === "\u200B" ? "" : folded(character);
    text += form;
    for (let unit = 0; unit < form.length; unit++) {
      begins.push(index);
      ends.push(index + character.length);
    }
  }
  return { text, begins, ends };
}

/** Looks at each unit once and copies what lies between characters that have a form: most texts have few. */
function inOneForm(text: string): string {
  let forms = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (BEGINS_FORM[text.charCodeAt(at)] === 0) continue;
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const form = FORMS.get(character);
    if (form === undefined) continue;
    forms += text.slice(from, at) + form;
    from = at + character.length;
  }
  return forms + text.slice(from);
}

/** The ASCII digit of a decimal digit of any script; each script has its ten in a row. */
function digitOf(digit: string): string {
  if (digit <= "9") return digit;
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 50 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}
