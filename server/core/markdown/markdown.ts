import type { Root } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { ALLOWED } from "./allowList.ts";
import { isPlain, renderPlain, renderVerbatim } from "./plain.ts";
import {
  finish,
  foreignPicturesToLinks,
  linkMentions,
  mentionCandidates,
  tame,
  type Mentions,
} from "./transforms.ts";

/** Rules by which bodies become HTML; a stored body with a lower number is rendered again. */
export const MARKDOWN_VERSION = 1;
/** Characters of an excerpt. */
export const EXCERPT_MAX = 200;
/** Names that one body may mention. */
const MENTIONS_MAX = 20;
/** Levels of quotes and lists in one line; more would nest the page without end. */
const NESTING_MAX = 12;
/** Marks that open or close something; beyond this a body is shown as it is. */
const MARKS_MAX = 8_000;

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
const toHast = unified().use(remarkRehype, { clobberPrefix: "" });
const sanitizer = unified().use(rehypeSanitize, ALLOWED);
const printer = unified().use(rehypeStringify);

/** What rendering may know beyond the text. */
export interface RenderOptions {
  readonly mentions?: Mentions;
}

/**
 * Renders a body: GFM without raw HTML, foreign pictures and footnotes. The result is safe to show as it is.
 * @param source at most 50,000 characters
 */
export function renderMarkdown(source: string, { mentions = new Map() }: RenderOptions = {}): string {
  if (isPlain(source)) return renderPlain(source);
  return renderFully(source, mentions);
}

/** The long way, whatever the body; exported so that a test can compare the short way with it. */
export function renderFully(source: string, mentions: Mentions = new Map()): string {
  if (isHostile(source)) return renderVerbatim(source);
  try {
    const tree = parse(source);
    tame(tree);
    foreignPicturesToLinks(tree);
    linkMentions(tree, mentions);
    const hast = sanitizer.runSync(toHast.runSync(tree)) as Parameters<typeof finish>[0];
    finish(hast);
    return printer.stringify(hast);
  } catch (error) {
    // Nested deeper than the stack: nobody writes that to be read.
    if (error instanceof RangeError) return renderVerbatim(source);
    throw error;
  }
}

/** The text of a body without its marks, paragraphs apart by line breaks; pictures and raw HTML leave nothing. */
export function plainText(source: string): string {
  if (isPlain(source) || isHostile(source)) return source.trim();
  const parts: string[] = [];
  visit(parse(source), (node) => {
    if (node.type === "text" || node.type === "inlineCode" || node.type === "code") parts.push(node.value);
    else if (node.type === "break") parts.push("\n");
    else if (BLOCKS.has(node.type) && parts.length > 0 && !parts.at(-1)!.endsWith("\n")) parts.push("\n");
  });
  return parts.join("").trim();
}

const BLOCKS = new Set(["paragraph", "heading", "listItem", "blockquote", "tableRow", "tableCell", "code"]);

/** The beginning of a body as one line of text; never cuts a character in two. */
export function excerptOf(source: string, most = EXCERPT_MAX): string {
  const text = plainText(source.length > most * 40 ? source.slice(0, most * 40) : source)
    .replace(/\s+/gu, " ")
    .trim();
  const characters = [...text.slice(0, most * 4)];
  if (characters.length <= most && text.length <= most * 4) return text;
  const cut = characters.slice(0, most - 1).join("");
  return `${cut.replace(/[\u200D\uFE0F\p{M}]+$/u, "").trimEnd()}…`;
}

/** Names behind @ that a body mentions, as written; at most 20, not inside code and links. */
export function mentionsIn(source: string): string[] {
  if (!source.includes("@") || isHostile(source)) return [];
  return mentionCandidates(parse(source), MENTIONS_MAX);
}

function parse(source: string): Root {
  return parser.parse(source);
}

/** Whether parsing would take long or nest deep: cost must grow with length, not with its square. */
function isHostile(source: string): boolean {
  let marks = 0;
  let nesting = 0;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code === 10) nesting = 0;
    // > at the start of a line, or a list mark followed by a blank, opens one more level.
    else if (
      code === 62 ||
      ((code === 42 || code === 43 || code === 45) && source.charCodeAt(index + 1) === 32)
    ) {
      if (++nesting > NESTING_MAX && /^[\s>*+\-\d.)]*$/.test(lineStart(source, index))) return true;
    }
    if (MARKS.has(code) && ++marks > MARKS_MAX) return true;
  }
  return false;
}

const MARKS = new Set([..."*_[]`<>!|~&\\("].map((mark) => mark.charCodeAt(0)));

function lineStart(source: string, index: number): string {
  return source.slice(source.lastIndexOf("\n", index) + 1, index);
}
