import type { Token } from "markdown-it";
import { EXCERPT_MAX, shorten } from "./excerpt.ts";
import { withAlbums } from "./albums.ts";
import { htmlOf, type RenderOptions } from "./html.ts";
import { type MentionedUsers, type Mentions, mentionsOf, withNames } from "./mentions.ts";
import { isTopicName, topicPlaces } from "./names.ts";
import { parse } from "./parser.ts";
import { isPlain, renderPlain, renderVerbatim } from "./plain.ts";

/** Rules by which bodies become HTML and plain text; a stored body with a lower number is rendered again. */
export const MARKDOWN_VERSION = 9;
/** Topics that one body names; further ones stay text. */
const TOPICS_MAX = 20;

/** A body that has been read once: what is made of it costs no second reading. */
export interface MarkdownText {
  /** True if the text is too complex to be rendered, and thus shown as it is. */
  readonly isTooComplex: boolean;
  /** Members whom it mentions; the address of this site may stand in front of their pages. */
  mentions(site?: string): Mentions;
  /** The same body with the names of those members; without them, mentions show what was written. */
  named(users: MentionedUsers, site?: string): MarkdownText;
  /** Names behind #, as written; at most 20, not inside code and links. */
  topics(): string[];
  /** Safe HTML: GFM without raw HTML, foreign pictures and footnotes. */
  html(options?: RenderOptions): string;
  /** The text without marks, paragraphs apart by line breaks; pictures leave nothing. */
  plain(): string;
  /** The sentences of the text, for excerpts: no tables, code and topics, and lists only where there is nothing else. */
  summary(): string;
}

/**
 * Reads a body.
 * @param source at most 50,000 characters
 */
export function readMarkdown(source: string): MarkdownText {
  return isPlain(source) ? plainBody(source) : parsedBody(source);
}

const NO_MENTIONS: Mentions = { own: [], quoted: [] };

function plainBody(source: string): MarkdownText {
  return withoutNames({
    isTooComplex: false,
    html: () => renderPlain(source),
    plain: () => source.trim(),
    summary: () => source.trim(),
  });
}

function withoutNames(body: Omit<MarkdownText, "mentions" | "named" | "topics">): MarkdownText {
  const text: MarkdownText = { ...body, mentions: () => NO_MENTIONS, named: () => text, topics: () => [] };
  return text;
}

/** The long way, whatever the body; exported so that a test can compare the short way with it. */
export function parsedBody(source: string): MarkdownText {
  const tokens = parse(source);
  if (tokens === null) {
    return withoutNames({
      isTooComplex: true,
      html: () => renderVerbatim(source),
      plain: () => source.trim(),
      summary: () => source.trim(),
    });
  }
  return textOf(tokens);
}

function textOf(tokens: Token[]): MarkdownText {
  return {
    isTooComplex: false,
    mentions: (site = "") => mentionsOf(tokens, site),
    named: (users, site = "") => textOf(withNames(tokens, users, site)),
    topics: () => topicsOf(tokens),
    html: (options = {}) => htmlOf(withAlbums(tokens), options),
    plain: () => plainOf(tokens),
    summary: () => sentencesOf(tokens) || itemsOf(tokens),
  };
}

/** Renders a body; see `MarkdownText.html`. */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  return readMarkdown(source).html(options);
}

/** The text of a body without its marks; see `MarkdownText.plain`. */
export function plainText(source: string): string {
  return readMarkdown(source).plain();
}

/** The beginning of a body as one line of text; never cuts a character in two. */
export function excerptOf(source: string, most = EXCERPT_MAX): string {
  return shorten(plainText(source), most);
}

/** Names behind # that a body gives; see `MarkdownText.topics`. */
export function topicsIn(source: string): string[] {
  return source.includes("#") ? readMarkdown(source).topics() : [];
}

/** Gives the texts that stand neither in code nor in a link and hold a sign. */
export function* textsWith(tokens: readonly Token[], sign: string): Generator<string> {
  for (const { children } of tokens) {
    let links = 0;
    for (const { type, content } of children ?? []) {
      if (type === "link_open") links++;
      else if (type === "link_close") links--;
      else if (type === "text" && links === 0 && content.includes(sign)) yield content;
    }
  }
}

function topicsOf(tokens: readonly Token[]): string[] {
  const names = new Set<string>();
  for (const text of textsWith(tokens, "#")) {
    for (const { name } of topicPlaces(text)) {
      if (names.size >= TOPICS_MAX) return [...names];
      if (!names.has(name) && isTopicName(name)) names.add(name);
    }
  }
  return [...names];
}

function plainOf(tokens: readonly Token[]): string {
  const parts: string[] = [];
  const endLine = () => {
    if (parts.length > 0 && !parts.at(-1)!.endsWith("\n")) parts.push("\n");
  };
  for (const { type, block, nesting, content, children } of tokens) {
    if (block && (nesting === 1 || children === null)) endLine();
    if (type === "fence" || type === "code_block") parts.push(content);
    for (const child of children ?? []) {
      if (child.type === "text" || child.type === "code_inline") parts.push(child.content);
      else if (child.type === "softbreak" || child.type === "hardbreak") parts.push("\n");
    }
  }
  return parts.join("").trim();
}

const OPENS_LIST = /^(?:bullet|ordered)_list_open$/;
const CLOSES_LIST = /^(?:bullet|ordered)_list_close$/;

/** The paragraphs, headings and quotes of a text outside of lists and tables, without topics. */
function sentencesOf(tokens: readonly Token[]): string {
  const lines: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (OPENS_LIST.test(token.type) || token.type === "table_open") depth++;
    else if (CLOSES_LIST.test(token.type) || token.type === "table_close") depth--;
    else if (depth === 0) lines.push(wordsOf(token));
  }
  return lines.filter((line) => line !== "").join("\n");
}

/** The items of the lists of a text, for texts that are nothing else. */
function itemsOf(tokens: readonly Token[]): string {
  const items: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (OPENS_LIST.test(token.type)) depth++;
    else if (CLOSES_LIST.test(token.type)) depth--;
    else if (depth > 0) items.push(wordsOf(token));
  }
  return items.filter((item) => item !== "").join(" · ");
}

/** The words of a paragraph or heading, without marks and topics. */
function wordsOf({ type, children }: Token): string {
  if (type !== "inline") return "";
  const parts = (children ?? []).map((child) => {
    if (child.type === "text") return withoutTopics(child.content);
    if (child.type === "code_inline") return child.content;
    return child.type === "softbreak" || child.type === "hardbreak" ? "\n" : "";
  });
  return parts.join("").trim();
}

function withoutTopics(text: string): string {
  if (!text.includes("#")) return text;
  let [words, at] = ["", 0];
  for (const { from, to } of topicPlaces(text)) {
    words += text.slice(at, from);
    at = to;
  }
  return words + text.slice(at);
}
