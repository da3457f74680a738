import { createHash } from "node:crypto";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { SignKind } from "./assessment.entity.ts";

/** Signs of spam: pure rules about a text and its author, without database and clock. */

/** A sign that was found. */
export interface FoundSign {
  readonly kind: SignKind;
  readonly points: number;
  /** Number of links or texts; 0 for signs that are not counted. */
  readonly count: number;
}

/** Highest score. */
export const SCORE_MAX = 100;
/** Fewest letters of a text that is compared with others: short ones such as thanks are the same everywhere. */
export const PRINT_LETTERS_MIN = 12;
/** Fewest characters of a text whose speed says something. */
export const HURRIED_LENGTH_MIN = 80;
/** Characters per second that nobody types; two to four times what fast writers do. */
export const HURRIED_PER_SECOND = 15;
/** Texts within ten minutes from which on each further one is a sign. */
export const FREQUENT_FROM = 5;

const POINTS = { HURRIED: 30, FREQUENT: 30, REPEATED: 40, COPIED: 60, MAIL: 40, NAME: 20 } as const;
const LINK_POINTS = [0, 20, 30, 50] as const;

/** Facts from which the signs follow. */
export interface TextFacts {
  readonly links: number;
  /** Characters of the text. */
  readonly length: number;
  /** Since the author registered or wrote before; null for edits. */
  readonly seconds: number | null;
  /** Texts of the author within the last ten minutes; 0 for edits. */
  readonly recent: number;
  /** Equal texts of the author, and of other new members. */
  readonly repeats: number;
  readonly copies: number;
  /** Null for anonymous texts, about whose author signs would say something. */
  readonly author: { readonly mail: string | null; readonly names: readonly string[] } | null;
}

/** Finds the signs in the facts about a text. */
export function signsOf(facts: TextFacts): FoundSign[] {
  const { links, length, seconds, recent, repeats, copies, author } = facts;
  const signs: FoundSign[] = [];
  const add = (kind: keyof typeof POINTS, count = 0) =>
    signs.push({ kind: SignKind[kind], points: POINTS[kind], count });
  if (links > 0) {
    const points = LINK_POINTS[Math.min(links, LINK_POINTS.length - 1)]!;
    signs.push({ kind: SignKind.LINKS, points, count: links });
  }
  if (seconds !== null && length >= HURRIED_LENGTH_MIN && length > seconds * HURRIED_PER_SECOND)
    add("HURRIED");
  if (recent >= FREQUENT_FROM) add("FREQUENT", recent);
  if (repeats > 0) add("REPEATED", repeats);
  if (copies > 0) add("COPIED", copies);
  if (author?.mail && isDisposable(author.mail)) add("MAIL");
  if (author?.names.some(looksRandom)) add("NAME");
  return signs;
}

/** Adds up the points of signs, at most 100. */
export function scoreOf(signs: readonly FoundSign[]): number {
  return Math.min(
    SCORE_MAX,
    signs.reduce((sum, { points }) => sum + points, 0),
  );
}

/** Counts the links of rendered HTML that lead to other sites. */
export function countLinks(html: string, ownOrigin: string): number {
  const start = 'href="http';
  let links = 0;
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at + start.length)) {
    const address = html.slice(at + 'href="'.length, html.indexOf('"', at + start.length));
    if (address !== ownOrigin && !address.startsWith(`${ownOrigin}/`)) links += 1;
  }
  return links;
}

/** Makes the digest by which equal texts are found: of their letters, so that other marks, digits and blanks hide nothing. */
export function printOf(text: string): string | null {
  const letters = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
  if ([...letters].length < PRINT_LETTERS_MIN) return null;
  return createHash("sha256").update(letters).digest("base64url");
}

let disposable: ReadonlySet<string> | null = null;

/** True if a mail address, or a domain above its own, is one that anybody gets for some minutes. */
export function isDisposable(mail: string): boolean {
  disposable ??= disposableEmailBlocklistSet();
  const labels = mail
    .slice(mail.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  for (let from = 0; from < labels.length - 1; from += 1)
    if (disposable.has(labels.slice(from).join("."))) return true;
  return false;
}

/** Fewest characters of a name that can look random. */
const RANDOM_LENGTH_MIN = 8;
/** Consonants in a row that no word has. */
const CONSONANTS_MAX = 6;
/** Changes between letters and digits that no name with a year or a number has. */
const CHANGES_MIN = 3;

/** True for names as programs make them: letters and digits mixed, or many consonants in a row. */
export function looksRandom(name: string): boolean {
  if (name.length < RANDOM_LENGTH_MIN || !/^[a-z0-9]+$/i.test(name)) return false;
  let changes = 0;
  let consonants = 0;
  let longest = 0;
  let before = "";
  for (const letter of name.toLowerCase()) {
    const kind = letter <= "9" ? "digit" : "letter";
    if (before !== "" && kind !== before) changes += 1;
    consonants = kind === "letter" && !"aeiouy".includes(letter) ? consonants + 1 : 0;
    longest = Math.max(longest, consonants);
    before = kind;
  }
  return changes >= CHANGES_MIN || longest > CONSONANTS_MAX;
}

/** Writes signs as they are stored. */
export function storedSigns(signs: readonly FoundSign[]): string {
  return signs.map(({ kind, points, count }) => `${kind}:${points}:${count}`).join(" ");
}

/** Reads signs as they are stored. */
export function readSigns(stored: string): FoundSign[] {
  if (stored === "") return [];
  return stored.split(" ").map((sign) => {
    const [kind, points, count] = sign.split(":");
    return { kind: kind as SignKind, points: Number(points), count: Number(count) };
  });
}
