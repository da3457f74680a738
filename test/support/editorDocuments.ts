import { getSchema } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import type { Node } from "@tiptap/pm/model";
import { editorGrammar } from "../../client/features/editor/inlineContent.ts";
import { contentFrom, markdownFrom } from "../../client/features/editor/markdown.ts";
import { textNodes } from "../../client/features/editor/textNodes.ts";
import { readMarkdown } from "../../server/core/markdown/markdown.ts";
import { escapeText } from "../../server/core/markdown/html.ts";
import type { Json } from "./randomDocuments.ts";

const schema = getSchema([...textNodes("task"), Image.configure({ inline: true })]);
const TOPICS = new Map([["话题", 9]]);

/** Makes a document of the editor; marks are in the order of the schema, and texts alike are joined. */
export function documentOf(json: Json): Node {
  const node = schema.nodeFromJSON(json);
  return schema.node("doc", null, node.content).copy(joined(node).content);
}

function joined(node: Node): Node {
  if (node.isText) return node;
  const children: Node[] = [];
  node.forEach((child) => children.push(joined(child)));
  return node.type.create(node.attrs, children, node.marks);
}

/** Reads Markdown as a document of the editor. */
export function readDocument(markdown: string): Node {
  const content = contentFrom(markdown);
  return documentOf({
    type: "doc",
    content: (content.length > 0 ? content : [{ type: "paragraph" }]) as Json[],
  });
}

/** The difference between a document and what becomes of it on the page, in the source and at a second save; null if none. */
export function differenceOf(json: Json): string | null {
  const doc = documentOf(json);
  const markdown = markdownFrom(doc);
  const expected = linesOf(doc);
  const shown = shownLines(pageOf(doc, markdown));
  const again = readDocument(markdown);
  again.check();
  const second = markdownFrom(again);
  const report = (kind: string, one: string, other: string): string => {
    const actual = other.split("\n");
    const at = one.split("\n").findIndex((line, index) => line !== actual[index]);
    return `${kind}\n${markdown}\n--- expected\n${one.split("\n")[at]}\n--- actual\n${actual[at]}`;
  };
  if (shown !== expected) return report("The page shows something else:", expected, shown);
  if (linesOf(again) !== expected) return report("The source loses something:", expected, linesOf(again));
  return second === markdown ? null : report("A second save changes the source:", markdown, second);
}

/** The lines of the page of a document, and of that of a Markdown made of its HTML. */
export function linesOfHtml(json: Json, markdownOf: (html: string) => string): [page: string, other: string] {
  const doc = documentOf(json);
  const html = pageOf(doc, markdownFrom(doc));
  return [shownLines(html), shownLines(pageOf(doc, markdownOf(html)))];
}

/** Renders a text as its readers see it; the members whom it mentions are called as they were when it was written. */
function pageOf(doc: Node, markdown: string): string {
  const read = readMarkdown(markdown);
  const names: string[] = [];
  doc.descendants(({ type, attrs }) => {
    if (type.name === "mention") names.push(String(attrs["name"]));
  });
  const html = read.named(new Map([[7, { nickname: "\u0001", isGone: false }]])).html({ topics: TOPICS });
  return html.replace(/\u0001/g, () => escapeText(names.shift() ?? "nobody"));
}

/** A letter with the marks that readers see on it. */
interface Letter {
  text: string;
  marks: string;
}

const BLOCKS: Readonly<Record<string, string>> = {
  bulletList: "ul",
  taskList: "ul",
  orderedList: "ol",
  blockquote: "blockquote",
  heading: "h",
  codeBlock: "pre",
  tableHeader: "th",
  tableCell: "td",
  horizontalRule: "hr",
};
const MARKS: Readonly<Record<string, string>> = { bold: "strong", italic: "em", strike: "del", code: "code" };

/** The lines of a document, each with the blocks around it and its marks. */
function linesOf(doc: Node): string {
  const lines: string[] = [];
  const visit = (node: Node, path: string): void => {
    const own = BLOCKS[node.type.name];
    const inner = own ? `${path} ${own}` : path;
    if (node.type.name === "horizontalRule") lines.push(inner);
    else if (node.type.name === "codeBlock") lines.push(`${inner}: ${node.textContent}`);
    else if (node.isTextblock) lines.push(lineOf(inner, lettersOf(node)));
    else {
      // Words behind an empty line stand beside the box.
      const words = node.children.find((child) => !child.isTextblock || visitLine(child) !== "");
      const named = words?.type.name === "paragraph" ? words : node.firstChild;
      const box = node.attrs["checked"] ? " [x]" : " [ ]";
      node.forEach((child) => {
        visit(child, node.type.name === "taskItem" && child === named ? inner + box : inner);
      });
    }
  };
  visit(doc, "");
  return lines.filter((line) => line !== "").join("\n");
}

const visitLine = (block: Node): string => lineOf("", lettersOf(block));

function lettersOf(block: Node): Letter[] {
  const letters: Letter[] = [];
  block.forEach((node) => {
    const link = node.marks.find(({ type }) => type.name === "link")?.attrs["href"] as string | undefined;
    const names = node.marks.map(({ type }) => MARKS[type.name]).filter((name) => name !== undefined);
    const isLine = block.type.name !== "paragraph" || node.type.name !== "hardBreak";
    const mention = node.type.name === "mention" ? `@${node.attrs["name"]}` : undefined;
    const text = node.isText
      ? node.text!
      : (mention ?? (node.type.name === "hardBreak" ? (isLine ? " " : "\n") : pictureOf(node.attrs)));
    const marks = marksOf(names, link && !isAuto(block, node, link) ? link : undefined);
    if (node.isText || mention) for (const character of text) letters.push({ text: character, marks });
    else letters.push({ text, marks });
  });
  return letters;
}

function pictureOf({ src, alt }: Record<string, unknown>): string {
  return `![${String(alt ?? "")
    .replace(/\s+/g, " ")
    .trim()}](${String(src)})`;
}

const encoded = (address: string): string => editorGrammar.normalizeLink(address);
const marksOf = (names: string[], link: string | undefined): string =>
  [...names, ...(link ? [encoded(link)] : [])].sort().join();

/** True for a link whose words are its address: whether it is one is up to the address. */
function isAuto(block: Node, node: Node, link: string): boolean {
  const texts: string[] = [];
  let isOwn = false;
  block.forEach((each) => {
    const isLinked = each.marks.some(({ type, attrs }) => type.name === "link" && attrs["href"] === link);
    if (!isOwn && !isLinked) texts.length = 0;
    if (isLinked && (!isOwn || texts.at(-1) !== "\0")) texts.push(each.isText ? each.text! : "\uFFFC");
    if (each === node) isOwn = true;
    if (isOwn && !isLinked) texts.push("\0");
  });
  const text = texts
    .filter((each, index) => !texts.slice(0, index + 1).includes("\0") && each !== "\0")
    .join("");
  // Blanks at the ends of a link have no marks on the page.
  return isAddress(text.trim(), encoded(link));
}

/** One line for comparison: blanks have no marks, those at the ends of lines are gone, and so are empty lines. */
function lineOf(path: string, letters: Letter[]): string {
  let line = letters
    .map(({ text, marks }) => (/^\s$/.test(text) ? text : `${text}{${marks}}`))
    .join("")
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/^[ \t]+|[ \t\n]+$/g, "");
  // Signs are said once for the letters that share them.
  line = line.replace(/\{([^{}]*)\}(?=[^{}\s]+\{\1\})/g, "");
  const isNothing = line === "" && !/\[[ x]\]$/.test(path);
  return isNothing ? "" : `${path}: ${line.replaceAll("\n", "⏎")}`;
}

const OPENS = /^(?:ul|ol|blockquote|h\d|pre|th|td)$/;

/** The lines of a page, as `linesOf` gives them. */
function shownLines(html: string): string {
  const lines: string[] = [];
  const path: string[] = [];
  const marks: string[] = [];
  let letters: Letter[] = [];
  let [link, task, isCode] = ["", "", false];
  const end = (): void => {
    const inner = path.map((name) => ` ${name.replace(/^h\d$/, "h")}`).join("");
    if (isCode)
      lines.push(
        `${inner}: ${letters
          .map(({ text }) => text)
          .join("")
          .replace(/\n$/, "")}`,
      );
    else lines.push(lineOf(inner, letters));
    letters = [];
  };
  for (const { 0: piece, 1: tag, index } of html.matchAll(/<(\/?[a-z]+\d?)[^>]*>|[^<]+/g)) {
    const attribute = (name: string): string =>
      plain(new RegExp(` ${name}="([^"]*)"`).exec(piece)?.[1] ?? "");
    if (!tag) {
      const text = plain(piece);
      for (const character of text)
        if (isCode || character !== "\n") letters.push({ text: character, marks: marksOf([...marks], link) });
    } else if (tag === "a")
      link = isShownAuto(attribute("class"), attribute("href"), html.slice(index + piece.length))
        ? ""
        : attribute("href");
    else if (tag === "/a") link = "";
    else if (tag === "br") letters.push({ text: "\n", marks: "" });
    else if (tag === "img")
      letters.push({
        text: pictureOf({ src: attribute("src"), alt: attribute("alt") }),
        marks: marksOf([...marks], link),
      });
    else if (tag === "input") path.push((task = / checked/.test(piece) ? "[x]" : "[ ]"));
    else if (/^(?:strong|em|del|code)$/.test(tag) && !isCode) marks.push(tag);
    else if (/^\/(?:strong|em|del|code)$/.test(tag) && !isCode) marks.pop();
    else if (tag === "hr") lines.push([...path, "hr"].map((name) => ` ${name}`).join(""));
    else if (OPENS.test(tag)) {
      end();
      path.push(tag);
      isCode = tag === "pre";
    } else if (tag[0] === "/" && OPENS.test(tag.slice(1))) {
      end();
      isCode = false;
      path.pop();
    } else if (/^\/?(?:p|li|label)$/.test(tag)) {
      if (tag === "/label" && task) {
        end();
        path.pop();
        task = "";
      } else end();
    }
  }
  end();
  return lines.filter((line) => line !== "").join("\n");
}

function isShownAuto(kind: string, href: string, behind: string): boolean {
  const words = plain(behind.slice(0, behind.indexOf("</a>")).replace(/<[^>]*>/g, ""));
  return kind !== "" || encoded(`http://${words}`) === encoded(href) || isAddress(words, href);
}

/** True for words that are an address, or the same one twice with other marks. */
function isAddress(words: string, href: string): boolean {
  if ([words, `mailto:${words}`].some((each) => encoded(each) === encoded(href))) return true;
  return words.split(/(?=https?:)/).every((each) => encoded(each) === encoded(href));
}

function plain(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
