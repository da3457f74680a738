import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { DomainError } from "../errors.ts";

/** Tags by which a text of an old client is known to be HTML; all others are read as Markdown. */
const TAG =
  /<\/?(?:a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>]{0,2000}>/i;
/** More tags than a text that people write has; a tree of so many is built within some milliseconds. */
const TAGS_MAX = 6_000;
/** Deeper trees than people write; the tree is walked by functions that call themselves. */
const DEPTH_MAX = 100;

/** A node of the trees that the converter hands round: elements and texts of HTML, as hast has them. */
export interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
  value?: string;
  /** Of items that are tasks. */
  checked?: boolean | null;
}

/** True if a text of an old client is HTML: its editors send that, other programs send Markdown (legacy-facts 3.5). */
export function isHtml(text: string): boolean {
  return TAG.test(text);
}

/**
 * Writes HTML as the Markdown that is shown like it. What Markdown cannot hold (colours, sizes, scripts) is left out, its
 * words stay.
 * @param site address of this site; links and pictures that name it become paths
 * @throws {DomainError} TEXT_TOO_COMPLEX for thousands of tags, or a hundred within each other.
 */
export function markdownOfHtml(html: string, site = ""): string {
  const tags = html.split("<").length - 1;
  if (tags > TAGS_MAX) throw tooComplex();
  return markdownOfTree(reader.parse(html) as HtmlNode, site);
}

/**
 * Writes a tree of HTML as Markdown; see `markdownOfHtml`. The tree is changed.
 * @throws {DomainError} TEXT_TOO_COMPLEX for a hundred elements within each other.
 */
export function markdownOfTree(root: HtmlNode, site = ""): string {
  const tree = writer.runSync(root as Parameters<typeof writer.runSync>[0], { data: { site } });
  return writer.stringify(tree).trim();
}

const reader = unified().use(rehypeParse, { fragment: true });

const writer = unified()
  .use(() => (tree, file) => prepare(tree as HtmlNode, String(file.data["site"] ?? "")))
  .use(rehypeRemark)
  .use(() => (tree) => giveTasksWords(tree as HtmlNode))
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: "-",
    rule: "-",
    fences: true,
    listItemIndent: "one",
    resourceLink: true,
    handlers: { break: lineBreak },
  });

/**
 * A line break is one in our grammar, without a backslash, unless the line before it is empty. Headings and cells of tables
 * have one line.
 */
function lineBreak(
  _node: unknown,
  _parent: unknown,
  { stack }: { readonly stack: readonly string[] },
  { before }: { readonly before: string },
): string {
  if (stack.includes("tableCell") || stack.includes("headingAtx")) return " ";
  return before === "\n" ? "\\\n" : "\n";
}

function tooComplex(): DomainError {
  return new DomainError("TEXT_TOO_COMPLEX", { field: "content" });
}

/** Readies a tree for the converter, from its root to its leaves. */
function prepare(root: HtmlNode, site: string): void {
  let level: HtmlNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw tooComplex();
    for (const node of level)
      if (node.children) node.children = node.children.flatMap((child) => prepared(child, site, depth));
    level = level.flatMap(({ children }) => children ?? []);
  }
}

/** The box of a task is written in front of words: one without any gets an empty line. The tree is walked by level. */
function giveTasksWords(root: HtmlNode): void {
  for (let level = [root]; level.length > 0; level = level.flatMap(({ children }) => children ?? []))
    for (const { checked, children } of level)
      if (typeof checked === "boolean" && children?.[0]?.type !== "paragraph")
        children!.unshift({ type: "paragraph", children: [] });
}

/** One element as the converter should read it. */
function prepared(node: HtmlNode, site: string, depth: number): HtmlNode[] {
  if (node.type !== "element") return [node];
  if (depth > DEPTH_MAX) throw tooComplex();
  const { properties = {}, children = [] } = node;
  const content = (): HtmlNode[] => children.flatMap((child) => prepared(child, site, depth + 1));
  const classes = Array.isArray(properties["className"]) ? properties["className"] : [];
  // Names behind # are written as such; rendering makes links of them again.
  if (node.tagName === "a" && classes.includes("topic")) return content();
  if (node.tagName === "span" && properties["id"] === "member") {
    // The old editors' own way to mention somebody (importers of Discuz! Q texts meet it, too).
    const id = /^\s*(\d{1,15})\s*$/.exec(String(properties["value"] ?? ""))?.[1];
    return id ? [{ ...node, tagName: "a", properties: { href: `/user/${id}` } }] : content();
  }
  // Code cannot be said of blanks only.
  if (node.tagName === "code" && children.every(({ value }) => value?.trim() === "")) return children;
  // Boxes of task lists stand in labels here.
  if (node.tagName === "label") return content();
  const align = /text-align:\s*(left|center|right)/.exec(String(properties["style"] ?? ""))?.[1];
  if (align && ["td", "th"].includes(node.tagName!)) properties["align"] = align;
  for (const name of ["href", "src"]) {
    const value = properties[name];
    if (site !== "" && typeof value === "string" && value.startsWith(`${site}/`))
      properties[name] = value.slice(site.length);
  }
  return [node];
}
