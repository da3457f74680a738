import type { Root } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { ALLOWED } from "./allowList.ts";
import { isHostile } from "./hostile.ts";
import { isPlain, renderPlain, renderVerbatim } from "./plain.ts";
import { linkTopics, topicNames, type Topics } from "./topics.ts";
import {
  finish,
  foreignPicturesToLinks,
  linkMentions,
  mentionCandidates,
  rankHeadings,
  tame,
  type Mentions,
  type Pictures,
} from "./transforms.ts";

/** Rules by which bodies become HTML; a stored body with a lower number is rendered again. */
export const MARKDOWN_VERSION = 5;
/** Characters of an excerpt. */
export const EXCERPT_MAX = 200;
/** Names that one body may mention. */
const MENTIONS_MAX = 20;
/** Topics that one body names; further ones stay text. */
const TOPICS_MAX = 20;

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
const toHast = unified().use(remarkRehype, { clobberPrefix: "" });
const sanitizer = unified().use(rehypeSanitize, ALLOWED);
const printer = unified().use(rehypeStringify);

/** What rendering may know beyond the text. */
export interface RenderOptions {
  readonly mentions?: Mentions;
  readonly topics?: Topics;
  readonly pictures?: Pictures;
}

/**
 * Renders a body: GFM without raw HTML, foreign pictures and footnotes. The result is safe to show as it is.
 * @param source at most 50,000 characters
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  if (isPlain(source)) return renderPlain(source);
  return renderFully(source, options);
}

/** The long way, whatever the body; exported so that a test can compare the short way with it. */
export function renderFully(
  source: string,
  { mentions = new Map(), topics = new Map(), pictures = new Map() }: RenderOptions = {},
): string {
  const html = withTree(source, (tree) => {
    tame(tree);
    rankHeadings(tree);
    foreignPicturesToLinks(tree);
    linkMentions(tree, mentions);
    linkTopics(tree, topics);
    const hast = sanitizer.runSync(toHast.runSync(tree)) as Parameters<typeof finish>[0];
    finish(hast, pictures);
    return printer.stringify(hast);
  });
  return html ?? renderVerbatim(source);
}

/** The text of a body without its marks, paragraphs apart by line breaks; pictures and raw HTML leave nothing. */
export function plainText(source: string): string {
  if (isPlain(source)) return source.trim();
  const text = withTree(source, (tree) => {
    const parts: string[] = [];
    visit(tree, (node) => {
      if (node.type === "text" || node.type === "inlineCode" || node.type === "code") parts.push(node.value);
      else if (node.type === "break") parts.push("\n");
      else if (BLOCKS.has(node.type) && parts.length > 0 && !parts.at(-1)!.endsWith("\n")) parts.push("\n");
    });
    return parts.join("");
  });
  return (text ?? source).trim();
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
  return `${cut.replace(/(?:\u200D|\uFE0F|\p{M})+$/u, "").trimEnd()}…`;
}

/** Names behind @ that a body mentions, as written; at most 20, not inside code and links. */
export function mentionsIn(source: string): string[] {
  if (!source.includes("@")) return [];
  return withTree(source, (tree) => mentionCandidates(tree, MENTIONS_MAX)) ?? [];
}

/** Names behind # that a body gives, as written; at most 20, not inside code and links. */
export function topicsIn(source: string): string[] {
  if (!source.includes("#")) return [];
  return withTree(source, (tree) => (tame(tree), topicNames(tree, TOPICS_MAX))) ?? [];
}

/** Uses the tree of a body; null for bodies that are shown as they are. */
function withTree<T>(source: string, use: (tree: Root) => T): T | null {
  if (isHostile(source)) return null;
  try {
    return use(parser.parse(source));
  } catch (error) {
    // Nested deeper than the stack: nobody writes that to be read.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
