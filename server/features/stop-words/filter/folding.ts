/**
 * A text in the form in which words are compared, with the way back to where each unit was. The arrays are shared by all
 * texts and hold this one until the next is folded, so nothing may wait in between.
 */
export interface Folded {
  /** UTF-16 units of the folded text. */
  readonly units: Uint16Array;
  /** Start and end of each unit in the text as it was written. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly length: number;
  /** Beginnings and ends of what was passed over as a picture's tag, in turn. */
  readonly tags: readonly number[];
}

const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}|[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Folded form of each unit; these two stand for nothing and for entries of the map below. */
const UNKNOWN = 0;
const SEVERAL = 0xffff;
/** Filled as units come up: a forum uses a few thousand, and all of them would take as long as starting does. */
const table = new Uint16Array(0x1_0000);
/** Units that fold to nothing or to several units, or are written as two. */
const several = new Map<number, string>();
const SEVERAL_MAX = 50_000;
/** The longest compatibility form has eighteen characters. */
const GROWTH_MAX = 18;
const [HIGH_FIRST, HIGH_LAST] = [0xd800, 0xdbff];
const LESS_THAN = 0x3c;
const TAG = /<img(?=[\s/>])[^<>]*>/iy;

let units = new Uint16Array(16_384);
let starts = new Uint32Array(units.length);
let ends = new Uint32Array(units.length);

/** Compatibility forms, width and case folded, invisible characters removed. */
function foldCharacter(character: string): string {
  if (INVISIBLE.test(character)) return "";
  return character.normalize("NFKC").toLowerCase().normalize("NFKC").replace(IGNORABLE, "");
}

function foldUnit(unit: number): number {
  if (unit >= HIGH_FIRST && unit <= HIGH_LAST) return (table[unit] = SEVERAL);
  const folded = foldCharacter(String.fromCharCode(unit));
  const code = folded.charCodeAt(0);
  return (table[unit] = folded.length === 1 && code !== SEVERAL && code !== UNKNOWN ? code : SEVERAL);
}

function foldSeveral(code: number): string {
  let folded = several.get(code);
  if (folded === undefined) {
    folded = foldCharacter(String.fromCodePoint(code));
    if (several.size < SEVERAL_MAX) several.set(code, folded);
  }
  return folded;
}

function makeRoom(length: number): void {
  if (length <= units.length) return;
  const size = Math.max(length, units.length * 2);
  const grown = { units: new Uint16Array(size), starts: new Uint32Array(size), ends: new Uint32Array(size) };
  grown.units.set(units);
  grown.starts.set(starts);
  grown.ends.set(ends);
  ({ units, starts, ends } = grown);
}

/**
 * Folds a text unit by unit, so that places are kept.
 * @param withoutTags passes over `<img …>` (legacy-facts 5.7), so that a tag does not hide the word around it
 */
export function fold(text: string, withoutTags = false): Folded {
  const tags: number[] = [];
  makeRoom(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LESS_THAN && withoutTags) {
      TAG.lastIndex = at;
      const [tag] = TAG.exec(text) ?? [];
      if (tag !== undefined) {
        tags.push(at, at + tag.length);
        at += tag.length - 1;
        continue;
      }
    }
    const folded = table[unit]! || foldUnit(unit);
    if (folded !== SEVERAL) {
      units[length] = folded;
      starts[length] = at;
      ends[length++] = at + 1;
      continue;
    }
    const isPair = unit >= HIGH_FIRST && unit <= HIGH_LAST;
    const code = isPair ? text.codePointAt(at)! : unit;
    const end = at + (code > 0xffff ? 2 : 1);
    const form = foldSeveral(code);
    if (form.length > 1) makeRoom(length + form.length + GROWTH_MAX + text.length - at);
    for (let each = 0; each < form.length; each++) {
      units[length] = form.charCodeAt(each);
      starts[length] = at;
      ends[length++] = end;
    }
    at = end - 1;
  }
  return { units, starts, ends, length, tags };
}

/** The folded form of a word, for keeping. */
export function foldedUnits(word: string): Uint16Array {
  const { units, length } = fold(word);
  return units.slice(0, length);
}
