import { decodeHTML } from "entities";
import { literal } from "../../core/markdown/literal.ts";
import type { BodyReferences, ConvertedBody } from "./body.ts";
import { discourseAddresses } from "./links.ts";
import { codeLines, outsideCode } from "./markdownSource.ts";
import { SourceWriter } from "./sourceWriter.ts";
import { MARKS } from "./writer.ts";

const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UPLOAD = /^upload:\/\/([\da-zA-Z]{1,27})(?:\.\w{1,10})?$/;
/** Stored files: their names are their sums. */
const STORED = /\/uploads\/.{0,300}?\/([\da-f]{40})(?:_\d+_\d+x\d+)?\.\w{1,10}$/;
/** Tags that begin and end parts of a text, each on a line of its own. */
const PART = /\[\/?(?:quote|details|poll)(?:[= ][^\]\n]{0,500})?\]/gi;
const PART_LINE = /^\s*\[(\/?)(quote|details|poll|spoiler|wrap|grid)((?:[= ][^\]\n]{0,500})?)\]\s*$/i;
const QUOTE_SOURCE = /^="?([^",\]]*)/;
const INLINE =
  /\[(b|i|s|u|color|size|bgcolor|spoiler|center|right)(?:=[^\]\n]{0,100})?\]([^[\]\n]{0,1000})\[\/\1\]/gi;
const ADDRESS =
  /\[url(?:=([^\]\n]{1,1000}))?\]([^[\]\n]{1,1000})\[\/url\]|\[img\]([^[\]\s]{1,1000})\[\/img\]/gi;
const DATE = /\[date(?:-range)?(?==| )([^\]\n]{1,300})\]/gi;
const COMMENT = /<!--(?:[^-]|-(?!->)){0,1000}-->/g;
const ANCHOR = /<a\s([^<>\n]{1,1000})>([^<>\n]{1,500})<\/a>/gi;
const HREF = /(?:^|\s)href=["']([^"']{1,1000})["']/i;
const TAG = /<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>\n]{0,1000})?)\/?>/gi;
const SIGNS: Readonly<Record<string, string>> = { strong: "**", em: "*", del: "~~" };
/** HTML whose words stay without it; a line of its own is left by some. */
const LEFT_OUT = new Set(
  "u ins kbd sub sup small big mark span font center abbr cite q var samp a".split(" "),
);
const LINES = new Set(
  "p div details summary table thead tbody tr td th ul ol li dl dt dd section aside figure blockquote h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
/** Quotes within each other; deeper ones are part of the one around them. */
const LEVELS_MAX = 8;

/**
 * Writes a text of Discourse (`raw`), which is Markdown with some HTML and BBCode: quotes, uploads, polls, mentions and emoji
 * become ours.
 * @param site address of the old site
 */
export function convertDiscourse(text: string, references: BodyReferences, site?: string): ConvertedBody {
  const file = (address: string) => {
    const sha1 = sha1Of(address);
    return sha1 === null ? null : references.attachment(sha1);
  };
  const writer = new SourceWriter(references, discourseAddresses(references, site), file);
  const source = outsideCode(text.replace(/\r\n?/g, "\n"), (part) =>
    writer.inline(withoutHtml(withoutBbcode(part, writer), writer)).replace(PART, onItsLine),
  );
  return writer.finish(withParts(source, writer));
}

function onItsLine(tag: string, at: number, text: string): string {
  const isBegin = at === 0 || text[at - 1] === "\n";
  const isEnd = at + tag.length === text.length || text[at + tag.length] === "\n";
  return `${isBegin ? "" : "\n"}${tag}${isEnd ? "" : "\n"}`;
}

/** The sum of a file by its short or stored address. */
function sha1Of(address: string): string | null {
  const short = UPLOAD.exec(address)?.[1];
  if (short === undefined) return STORED.exec(address)?.[1] ?? null;
  let number = 0n;
  for (const sign of short) number = number * 62n + BigInt(BASE62.indexOf(sign));
  return number.toString(16).padStart(40, "0");
}

function withoutBbcode(text: string, writer: SourceWriter): string {
  if (!text.includes("[")) return text;
  let result = text.replace(DATE, (_whole, attributes: string) => {
    writer.lose("date");
    return datesOf(attributes);
  });
  result = result.replace(
    ADDRESS,
    (_whole, url: string | undefined, words: string | undefined, image?: string) =>
      image === undefined ? `[${words}](${(url ?? words!).replace(/^"|"$/g, "")})` : `![](${image})`,
  );
  // From the inside outwards; more marks within each other than these mean nothing.
  for (let pass = 0; pass < 3; pass++)
    result = result.replace(INLINE, (_whole, name: string, words: string) => {
      const sign = SIGNS[MARKS.get(name.toLowerCase()) ?? ""];
      if (sign !== undefined) return words.trim() === "" ? words : `${sign}${words}${sign}`;
      writer.lose(name.toLowerCase());
      return words;
    });
  return result;
}

/** `[date=2020-01-01 time=12:00:00 timezone="Europe/Paris"]` and ranges as one reads them. */
function datesOf(attributes: string): string {
  const valueOf = (name: string): string =>
    new RegExp(`(?:^|\\s)${name}="?([^"\\s\\]]+)`).exec(attributes)?.[1]?.replace(/(?<=\d)T(?=\d)/, " ") ??
    "";
  const date = /^="?([^"\s]+)/.exec(attributes)?.[1] ?? "";
  const [from, to] = [valueOf("from"), valueOf("to")];
  const zone = valueOf("timezone");
  const times = [date, valueOf("time"), from, to && `– ${to}`].filter((part) => part !== "").join(" ");
  return zone === "" ? times : `${times} (${zone})`;
}

function withoutHtml(text: string, writer: SourceWriter): string {
  if (!text.includes("<")) return text;
  return text
    .replace(COMMENT, "")
    .replace(ANCHOR, (whole: string, attributes: string, words: string) => {
      const href = HREF.exec(attributes)?.[1];
      return href === undefined ? whole : `[${words}](${decodeHTML(href)})`;
    })
    .replace(TAG, (whole: string, end: string, tag: string, attributes: string) => {
      const name = tag.toLowerCase();
      const sign = SIGNS[MARKS.get(name) ?? ""];
      if (sign !== undefined) return sign;
      if (name === "br") return "\n";
      if (name === "hr") return "\n\n---\n\n";
      if (name === "img") {
        const valueOf = (each: string) =>
          decodeHTML(new RegExp(`\\s${each}=["']?([^"']*)`, "i").exec(attributes)?.[1] ?? "");
        return writer.picture(valueOf("src"), valueOf("alt"));
      }
      if (!LEFT_OUT.has(name) && !LINES.has(name)) return whole;
      if (end === "") writer.lose("html");
      return LINES.has(name) ? "\n" : "";
    });
}

interface Part {
  readonly name: string;
  readonly value: string;
  readonly isEnd: boolean;
}

/** The lines that begin and end parts, by number; those without a partner are text. */
function partsOf(lines: readonly string[], isCode: readonly boolean[]): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>();
  const open = new Map<string, number[]>();
  const candidates = new Map<number, Part>();
  lines.forEach((line, at) => {
    const match = isCode[at] ? null : PART_LINE.exec(line);
    if (!match) return;
    const part = { name: match[2]!.toLowerCase(), value: match[3]!, isEnd: match[1] !== "" };
    candidates.set(at, part);
    const starts = open.get(part.name) ?? [];
    open.set(part.name, starts);
    if (!part.isEnd) starts.push(at);
    else {
      const start = starts.pop();
      if (start === undefined) return;
      parts.set(start, candidates.get(start)!);
      parts.set(at, part);
    }
  });
  return parts;
}

/** Writes quotes as ours, and the words of polls and details without their tags. */
function withParts(source: string, writer: SourceWriter): string {
  const lines = source.split("\n");
  const isCode = codeLines(lines);
  const parts = partsOf(lines, isCode);
  const result: string[] = [];
  let [quotes, polls] = [0, 0];
  const add = (line: string): void => {
    result.push(`${"> ".repeat(Math.min(quotes, LEVELS_MAX))}${line}`.trimEnd());
  };
  const addGap = (): void => {
    if (result.length > 0 && !isGap(result.at(-1))) add("");
  };
  lines.forEach((line, at) => {
    const part = parts.get(at);
    if (!part) {
      if (line.trim() === "" && !isCode[at]) addGap();
      else add(polls > 0 ? line.replace(/^#+ (.+)/, "**$1**") : line);
      return;
    }
    if (part.name !== "quote") addGap();
    if (part.isEnd) {
      if (part.name === "poll") polls--;
      if (part.name === "quote") {
        while (isGap(result.at(-1))) result.pop();
        quotes--;
        add("");
      }
      return;
    }
    if (part.name === "quote") {
      const head = quoteHead(part.value, writer, result.length === 0);
      addGap();
      quotes++;
      if (quotes > LEVELS_MAX) writer.lose("nesting");
      if (head !== "") {
        add(head);
        add("");
      }
      return;
    }
    writer.lose(part.name === "details" ? "spoiler" : part.name);
    const summary = QUOTE_SOURCE.exec(part.value)?.[1]?.trim() ?? "";
    if (part.name === "poll") polls++;
    else if (part.name === "details" && summary !== "") {
      add(`**${literal(summary)}**`);
      add("");
    }
  });
  return result.join("\n");
}

/** True for a line of nothing but marks of quotes. */
function isGap(line: string | undefined): boolean {
  return line !== undefined && /^[> ]*$/.test(line);
}

function quoteHead(value: string, writer: SourceWriter, isBeginning: boolean): string {
  const [, number] = /\bpost:\s?(\d{1,9})/.exec(value) ?? [];
  const [, topic] = /\btopic:\s?(\d{1,15})/.exec(value) ?? [];
  const post = number && topic ? (writer.references.floor?.(Number(topic), Number(number)) ?? null) : null;
  if (post && isBeginning) writer.answer(post);
  const username = /\busername:\s?([^,"\]]+)/.exec(value)?.[1];
  return writer.quoteHead(post, (username ?? QUOTE_SOURCE.exec(value)?.[1] ?? "").trim());
}
