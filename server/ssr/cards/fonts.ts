import sharp from "sharp";

/**
 * Scripts with a letter that is a single horizontal stroke. The placeholder of a missing glyph is about as high as it is
 * wide, so the proportions of the drawn letter tell whether the machine has a font of the script.
 */
const FLAT_LETTERS: readonly { readonly script: RegExp; readonly letter: string }[] = [
  { script: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu, letter: "—" },
  { script: /\p{Script=Han}/gu, letter: "一" },
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, letter: "ー" },
  { script: /\p{Script=Hangul}/gu, letter: "ㅡ" },
];
/** Digits, spaces, signs and marks, which every font of a script brings along. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/gu;

const known = new Map<string, Promise<boolean>>();

async function isFlat(letter: string): Promise<boolean> {
  const { info } = await sharp({ text: { text: letter, font: "sans-serif 40", dpi: 72, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return info.height * 3 < info.width;
}

/** True if the machine has fonts for all letters of a text. Asks the machine once for each script. */
export async function canDraw(text: string): Promise<boolean> {
  let rest = text.replaceAll(SHARED, "");
  const needed = ["—"];
  for (const { script, letter } of FLAT_LETTERS) {
    const others = rest.replaceAll(script, "");
    if (others !== rest) needed.push(letter);
    rest = others;
  }
  if (rest !== "") return false;
  for (const letter of needed) {
    const asked = known.get(letter) ?? isFlat(letter).catch(() => false);
    known.set(letter, asked);
    if (!(await asked)) return false;
  }
  return true;
}
