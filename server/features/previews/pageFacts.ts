import { Parser } from "htmlparser2";
import iconv from "iconv-lite";
import { shorten } from "../../core/markdown/excerpt.ts";
import { cleanText } from "../../core/text.ts";
import { DESCRIPTION_MAX, SITE_NAME_MAX, TITLE_MAX } from "./linkPreview.entity.ts";

/** Facts of a page, as its head gives them. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly siteName: string;
  /** Address of its picture, as the page has it; null without one. */
  readonly image: string | null;
}

/** Head of a page within which the encoding is declared, in bytes (HTML, 13.2.3.2). */
const DECLARATION_BYTES = 1_024;
const OF_TYPE = /charset\s*=\s*["']?([\w:.-]+)/i;
/** Marks of the order of bytes, with their encodings. */
const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
/** Characters that show nothing or turn the direction of writing. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Elements whose text is the title. */
const TITLE = "title";
/** Names of facts, the best first. */
const NAMES = {
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  siteName: ["og:site_name", "application-name"],
  image: ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "image"],
} as const;

/** Finds the encoding that the head of a page declares. */
function declaredIn(head: string): string | undefined {
  let declared: string | undefined;
  const parser = new Parser({
    onopentag(name, { charset, content = "" }) {
      if (name === "meta") declared ??= charset?.trim() ?? OF_TYPE.exec(content)?.[1];
    },
  });
  parser.end(head);
  return declared;
}

/** Decodes a page by the mark at its beginning, its type or its own declaration; without any as UTF-8, or as GB 18030 if it is not that. */
export function decodePage(bytes: Buffer, contentType: string): string {
  const mark = MARKS.find(([, signs]) => signs.every((sign, index) => bytes[index] === sign));
  const declared =
    mark?.[0] ??
    OF_TYPE.exec(contentType)?.[1] ??
    declaredIn(bytes.subarray(0, DECLARATION_BYTES).toString("latin1"));
  if (declared && iconv.encodingExists(declared)) {
    // Pages in GB 2312 use characters of its successors.
    return iconv.decode(bytes, /^gb/i.test(declared) ? "gb18030" : declared);
  }
  try {
    // A character that the cut has divided is no error.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return iconv.decode(bytes, "gb18030");
  }
}

/** Reads the facts that the head of a page gives; those that it wants nobody to quote are left out. */
export function factsOf(html: string, robotsTag: string): PageFacts | null {
  const values = new Map<string, string>();
  let [robots, title] = [robotsTag, ""];
  let [isTitle, isRead] = [false, false];
  const parser = new Parser({
    onopentag(name, { name: named, property, itemprop, content = "" }) {
      if (name === "body") isRead = true;
      if (isRead) return;
      isTitle = name === TITLE && title === "";
      if (name !== "meta") return;
      const key = (property ?? named ?? itemprop ?? "").trim().toLowerCase();
      if (key === "robots") robots += `,${content}`;
      else if (content.trim() !== "" && !values.has(key)) values.set(key, content);
    },
    ontext(text) {
      if (isTitle && !isRead && title.length <= TITLE_MAX * 4) title += text;
    },
    onclosetag(name) {
      if (name === TITLE) isTitle = false;
      if (name === "head") isRead = true;
    },
  });
  parser.end(html);
  return chosen(values, title, robots.toLowerCase());
}

function chosen(values: ReadonlyMap<string, string>, title: string, robots: string): PageFacts | null {
  const first = (names: readonly string[]): string =>
    names.map((name) => values.get(name)).find((value) => value !== undefined) ?? "";
  const named = plainFact(first(NAMES.title) || title, TITLE_MAX);
  if (named === "") return null;
  const image = first(NAMES.image).trim();
  return {
    title: named,
    description: /nosnippet/.test(robots) ? "" : plainFact(first(NAMES.description), DESCRIPTION_MAX),
    siteName: plainFact(first(NAMES.siteName), SITE_NAME_MAX),
    image: image === "" || /noimageindex/.test(robots) ? null : image,
  };
}

/** Gives a text of a page as one line without characters that cannot be seen, cut by characters. */
export function plainFact(text: string, most: number): string {
  return shorten(cleanText(text.toWellFormed()).replace(INVISIBLE, ""), most).trim();
}
