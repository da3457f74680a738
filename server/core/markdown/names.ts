import { addressLength, isUnspaced } from "../../../shared/markdown/addresses.ts";

/** Names that a text gives behind #, and addresses that it writes out: found in text without marks. */

/** Longest name of a topic, in what readers see as characters. */
export const TOPIC_NAME_MAX = 20;
/** The same in code points: a character of an emoji sequence may consist of many. */
const TOPIC_POINTS_MAX = 100;
/** Longest mail address that becomes a link, in units, on each side of the @. */
const MAIL_PART_MAX = 64;

/** Topics by the name that is written behind #. */
export type Topics = ReadonlyMap<string, number>;

/** A piece of a text that means something, from one place to another. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A name at its place, the signs around it included. */
export interface NamePlace extends Place {
  readonly name: string;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** True if a written name may name a topic: 1 to 20 characters. */
export function isTopicName(name: string): boolean {
  if (name === "" || [...name].length > TOPIC_POINTS_MAX) return false;
  let length = 0;
  for (const _ of graphemes.segment(name)) if (++length > TOPIC_NAME_MAX) return false;
  return true;
}

/** Signs that names of members never hold: they mean something around a name. */
export const NOT_IN_NAMES = /[@#<>"'`\\/()[\]{}]/u;
/** Letters, digits and marks of which names without a closing sign consist. */
const WORD = /^[\p{L}\p{N}\p{M}_]$/u;
const BEFORE_TOPIC = /^[A-Za-z0-9_&/#]$/;
const BLANK = /^\s$/;
const DIGITS = /^\d+$/;

/** Gives a name of another forum as members have them here: `_` in place of blanks and of signs that names never hold. */
export function plainName(name: string): string {
  const characters = [...name.replace(/\s+/gu, "_")];
  return characters.map((character) => (NOT_IN_NAMES.test(character) ? "_" : character)).join("");
}

/** Gives the whole character at a place; nothing at the end. */
export function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : "";
}

/** Gives the whole character before a place; nothing at the beginning. */
export function characterBefore(text: string, at: number): string {
  if (at === 0) return "";
  const isPair = at > 1 && text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) <= 0xdfff;
  return text.slice(at - (isPair ? 2 : 1), at);
}

/**
 * `#name#`, or `#name` followed by a blank or the end of a line. A letter of a Latin word, a digit or another # before
 * it makes it something else (C#, an anchor of an address, a heading); so does a name of digits alone (#12).
 */
export function topicPlaces(text: string): NamePlace[] {
  const places: NamePlace[] = [];
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at)) {
    const from = at++;
    if (BEFORE_TOPIC.test(characterBefore(text, from))) continue;
    const place = closedTopic(text, from) ?? openTopic(text, from);
    if (!place) continue;
    places.push(place);
    at = place.to;
  }
  return places;
}

/** `#name#`: no blank within the signs at either end, and no third # behind. */
function closedTopic(text: string, from: number): NamePlace | null {
  // Looked for no further than the longest name, so that a sign costs the same whatever follows.
  const near = text.slice(from + 1, from + 2 + TOPIC_POINTS_MAX * 2);
  const end = near.indexOf("#");
  if (end < 1 || text[from + end + 2] === "#") return null;
  const name = near.slice(0, end);
  if (name.includes("\n") || BLANK.test(name[0]!) || BLANK.test(name.at(-1)!)) return null;
  return { from, to: from + end + 2, name };
}

/** `#name` before a blank or the end. */
function openTopic(text: string, from: number): NamePlace | null {
  let to = from + 1;
  for (let count = 0; count < TOPIC_POINTS_MAX; count++) {
    const character = characterAt(text, to);
    const isInner = character !== "" && "·.-".includes(character) && count > 0;
    if (character === "" || !(isInner || WORD.test(character))) break;
    to += character.length;
  }
  const name = text.slice(from + 1, to);
  if (name === "" || DIGITS.test(name) || "·.-".includes(name.at(-1)!)) return null;
  return to === text.length || BLANK.test(text[to]!) ? { from, to, name } : null;
}

/** An address that a text writes out, at its place, with where it leads. */
export interface AddressPlace extends Place {
  readonly url: string;
}

/** Signs that end an address only if nothing of it follows. */
const TRAILING = new Set([..."?!.,:*_~'\"，。；：？！、）】》”’"]);
const MAIL_SIGN = /^[A-Za-z0-9.\-_+]$/;
const HOST_SIGN = /^[A-Za-z0-9.\-_]$/;
/** Signs before an address besides letters of scripts without blanks. */
const BEFORE_ADDRESS = /^$|^[\s*_~(（，。：；、！？【《〈「『“‘]$/;
const WEB_HOST = /^www\.[\p{L}\p{N}]/iu;

/** Addresses beginning with `www.`, and mail addresses; those with a scheme are found by the parser. */
export function addressPlaces(text: string): AddressPlace[] {
  const places = [...webPlaces(text), ...mailPlaces(text)].sort((one, other) => one.from - other.from);
  let reached = 0;
  return places.filter(({ from, to }) => from >= reached && ((reached = to), true));
}

function webPlaces(text: string): AddressPlace[] {
  const places: AddressPlace[] = [];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return places;
  for (let at = lower.indexOf("www."); at >= 0; at = lower.indexOf("www.", at + 4)) {
    const before = characterBefore(text, at);
    if (!BEFORE_ADDRESS.test(before) && !isUnspaced(before)) continue;
    if (!WEB_HOST.test(text.slice(at, at + 6))) continue;
    const end = at + addressLength(text.slice(at));
    const to = trimmed(text, at, end);
    places.push({ from: at, to, url: `http://${text.slice(at, to)}` });
    at = to;
  }
  return places;
}

/** The end of an address without the punctuation behind it and without a closing parenthesis that it does not open. */
function trimmed(text: string, from: number, end: number): number {
  let open = 0;
  for (let index = from; index < end; index++) open += text[index] === "(" ? 1 : text[index] === ")" ? -1 : 0;
  let to = end;
  while (to > from) {
    const last = text[to - 1]!;
    if (last === ")" && open < 0) open++;
    else if (!TRAILING.has(last)) break;
    to--;
  }
  return to;
}

function mailPlaces(text: string): AddressPlace[] {
  const places: AddressPlace[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let from = at;
    while (from > 0 && at - from < MAIL_PART_MAX && MAIL_SIGN.test(text[from - 1]!)) from--;
    let to = at + 1;
    while (to < text.length && to - at <= MAIL_PART_MAX && HOST_SIGN.test(text[to]!)) to++;
    while (to > at && text[to - 1] === ".") to--;
    const host = text.slice(at + 1, to);
    if (from === at || !host.includes(".") || host.startsWith(".") || "-_".includes(host.at(-1)!)) continue;
    places.push({ from, to, url: `mailto:${text.slice(from, to)}` });
  }
  return places;
}
