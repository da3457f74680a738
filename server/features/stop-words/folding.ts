/** A text in the form in which words are compared, with the way back to where each of its characters was. */
export interface Folded {
  readonly text: string;
  /** Where each character of the folded text begins and ends in the text as it was written; null if just there. */
  readonly starts: Uint32Array | null;
  readonly ends: Uint32Array | null;
}

const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}|[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/u;
/** What single characters fold to; a forum uses a few thousand. */
const known = new Map<number, string>();
const KNOWN_MAX = 50_000;
/** The longest compatibility form has eighteen characters. */
const GROWTH_MAX = 18;

/** Compatibility forms, width and case folded, invisible characters removed. */
function foldOne(code: number): string {
  let folded = known.get(code);
  if (folded === undefined) {
    const character = String.fromCodePoint(code);
    folded = INVISIBLE.test(character)
      ? ""
      : character
          .normalize("NFKC")
          .toLowerCase()
          .normalize("NFKC")
          .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
    if (known.size < KNOWN_MAX) known.set(code, folded);
  }
  return folded;
}

/** ASCII and the common Han characters fold to one character each, which `toLowerCase` finds by itself. */
const PLAIN = /^[\n\t\x20-\x7E\u4E00-\u9FFF]*$/;

/** Folds a text character by character, so that places are kept. */
export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), starts: null, ends: null };
  const starts = new Uint32Array(text.length * GROWTH_MAX);
  const ends = new Uint32Array(text.length * GROWTH_MAX);
  let result = "";
  let length = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!;
    const end = at + (code > 0xffff ? 2 : 1);
    const folded = foldOne(code);
    result += folded;
    for (let each = 0; each < folded.length; each++) {
      starts[length] = at;
      ends[length++] = end;
    }
    at = end;
  }
  return { text: result, starts, ends };
}

/** Where a character of the folded text begins in the text as it was written. */
export function startOf({ starts }: Folded, index: number): number {
  return starts ? starts[index]! : index;
}

/** Where a character of the folded text ends in the text as it was written. */
export function endOf({ ends }: Folded, index: number): number {
  return ends ? ends[index]! : index + 1;
}
