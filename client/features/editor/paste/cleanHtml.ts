import { codeText, languageOf, looksLikeCode } from "./code.ts";
import { isLeftOut } from "./leftOut.ts";
import { marked, marksIn, type Marks, NO_MARKS } from "./marks.ts";
import { type ClassStyles, heldStyles, styleOf } from "./styles.ts";
import { appendTable } from "./tables.ts";
import { listPlaceOf, OpenLists } from "./wordLists.ts";

/** Elements that end the line before and behind them. */
const BLOCKS = new Set(
  (
    "ADDRESS ARTICLE ASIDE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM " +
    "HEADER HGROUP LI MAIN NAV P SECTION SUMMARY TD TH TR TBODY THEAD TFOOT"
  ).split(" "),
);
/** Elements that a line cannot hold. */
const HOLDS_BLOCKS = "p,h1,h2,h3,h4,h5,h6,ul,ol,li,pre,table,blockquote,hr";
/** A picture that stands for a character names it. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,20}$/u;

/** A place in the cleaned text. */
interface Place {
  readonly into: Element;
  readonly marks: Marks;
  /** Line breaks in the source are line breaks in the text. */
  readonly keepsLines: boolean;
  /** Within an item or a cell, which hold plain lines. */
  readonly isNested: boolean;
  readonly lists: OpenLists;
}

/**
 * Cleans HTML of a clipboard: elements for what styles say, lists for paragraphs that look like lists, blocks of code with
 * their indentation; without comments, deleted and hidden parts, and without any style.
 */
export function cleanHtml(source: string): string {
  const { html, classes } = heldStyles(source);
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const into = body.ownerDocument.createElement("div");
  new Cleaner(classes).fill(body, place(into, NO_MARKS));
  tidy(into);
  return into.innerHTML;
}

function place(into: Element, marks: Marks, keepsLines = false, isNested = false): Place {
  return { into, marks, keepsLines, isNested, lists: new OpenLists(into) };
}

class Cleaner {
  private readonly classes: ClassStyles;

  constructor(classes: ClassStyles) {
    this.classes = classes;
  }

  fill(from: Node, at: Place): void {
    for (const node of Array.from(from.childNodes)) {
      if (node.nodeType === Node.TEXT_NODE) appendText(node.nodeValue ?? "", at);
      else if (node instanceof Element) this.add(node, at);
    }
  }

  private style = (element: Element): ReadonlyMap<string, string> => styleOf(element, this.classes);

  private add(element: Element, around: Place): void {
    const style = this.style(element);
    if (isLeftOut(element, style)) return;
    const space = style.get("white-space");
    const keepsLines = space === undefined ? around.keepsLines : /^(?:pre|break)/.test(space);
    const at: Place = { ...around, marks: marksIn(element, style, around.marks), keepsLines };
    const name = element.nodeName;
    if (name === "BR") this.breakLine(element, at);
    else if (name === "IMG") appendPicture(element, at);
    else if (name === "PRE" || looksLikeCode(style)) this.addCode(element, around);
    else if (name === "TABLE")
      appendTable(element, at.into, (cell, into, isAlone) => this.fillCell(cell, into, at, isAlone));
    else if (name === "UL" || name === "OL") this.addList(element, at);
    else if (name === "HR") at.into.append(element.ownerDocument.createElement("hr"));
    else if (/^H[1-6]$/.test(name) || element.className === "MsoTitle")
      this.addBlock(element, at.isNested ? "p" : name.startsWith("H") ? name : "h1", at);
    else if (name === "BLOCKQUOTE" || /^Mso(?:Intense)?Quote/.test(element.className))
      this.addBlock(element, at.isNested ? "p" : "blockquote", at);
    else if (BLOCKS.has(name)) this.addLine(element, style, at);
    else this.fill(element, at);
  }

  /** A break that the browser puts behind what is copied is none of the text. */
  private breakLine(element: Element, { into }: Place): void {
    if (element.className !== "Apple-interchange-newline")
      into.append(element.ownerDocument.createElement("br"));
  }

  private addLine(element: Element, style: ReadonlyMap<string, string>, at: Place): void {
    const inList = at.isNested ? null : listPlaceOf(element, style, this.style);
    if (inList) return this.fill(element, { ...place(at.lists.item(inList), at.marks, at.keepsLines, true) });
    this.addBlock(element, "p", at);
  }

  private addBlock(element: Element, tag: string, at: Place): void {
    const block = element.ownerDocument.createElement(tag);
    this.fill(element, place(block, at.marks, at.keepsLines, at.isNested));
    if (tag === "blockquote") return at.into.append(block);
    if (!block.querySelector(HOLDS_BLOCKS)) return at.into.append(block);
    for (const part of lines(block, tag)) append(at.into, part);
  }

  private addCode(element: Element, at: Place): void {
    const { ownerDocument: document } = element;
    const source = (element.nodeName === "PRE" && element.querySelector("code")) || element;
    const text = codeText(source);
    if (text.trim() === "") return;
    if (isInCell(at) || (!text.includes("\n") && this.isPart(element))) {
      const word = document.createTextNode(text.trim().replace(/\s+/g, " "));
      at.into.append(marked(word, { ...at.marks, code: true }));
      return;
    }
    const block = document.createElement("pre");
    const code = document.createElement("code");
    const language = languageOf(element);
    if (language) code.className = `language-${language}`;
    code.textContent = text;
    block.append(code);
    at.into.append(block);
  }

  /** One line of code is a part of a sentence if it stands in one, or if an editor copied it by itself. */
  private isPart(element: Element): boolean {
    const isInLine = !BLOCKS.has(element.nodeName) && element.nodeName !== "PRE";
    const isOfEditor = this.style(element).has("font-family") && !element.querySelector("code");
    return (
      isInLine || (isOfEditor && element.ownerDocument.body.textContent.trim() === element.textContent.trim())
    );
  }

  private addList(element: Element, at: Place): void {
    const { ownerDocument: document } = element;
    const isCell = isInCell(at);
    const list = isCell ? at.into : document.createElement(element.nodeName);
    const start = element.getAttribute("start");
    if (start && !isCell) list.setAttribute("start", start);
    for (const child of Array.from(element.children)) {
      if (isLeftOut(child, this.style(child))) continue;
      if (child.nodeName === "UL" || child.nodeName === "OL") {
        // Google writes inner lists between the items.
        this.addList(child, { ...at, into: list.lastElementChild ?? list });
        continue;
      }
      const item = document.createElement(isCell ? "p" : "li");
      const isDone = checkOf(child);
      if (isDone !== null && !isCell) item.setAttribute("data-checked", String(isDone));
      this.fill(child, place(item, marksIn(child, this.style(child), at.marks), at.keepsLines, true));
      list.append(item);
    }
    if (isCell) return;
    if (Array.from(list.children).some((item) => item.hasAttribute("data-checked"))) asTasks(list);
    const level = Number(element.querySelector("li")?.getAttribute("data-aria-level") ?? 0);
    if (level > 0) list.setAttribute("data-level", String(level));
    append(at.into, list);
  }

  private fillCell(cell: Element, into: Element, at: Place, isAlone: boolean): void {
    const style = this.style(cell);
    this.fill(cell, place(into, marksIn(cell, style, at.marks), at.keepsLines, !isAlone || at.isNested));
    const align = /^(?:left|center|right)$/.exec(
      style.get("text-align") ?? cell.getAttribute("align") ?? "",
    )?.[0];
    if (align && !isAlone) into.setAttribute("align", align);
  }
}

function appendText(source: string, { into, marks, keepsLines }: Place): void {
  const document = into.ownerDocument;
  const lines = source.split(keepsLines ? /[\n\v\f\u0085\u2028\u2029]/ : /[\v\u0085\u2028\u2029]/);
  lines.forEach((line, index) => {
    if (index > 0) into.append(document.createElement("br"));
    // Programs write several blanks, and those at the edges, as ones that do not break.
    const text = line.replace(/\u00a0(?=[\s\u00a0]|$)|(?<=[\s\u00a0])\u00a0|^\u00a0/g, " ");
    if (text === "") return;
    into.append(
      text.trim() === "" ? document.createTextNode(text) : marked(document.createTextNode(text), marks),
    );
  });
}

function appendPicture(element: Element, { into, marks }: Place): void {
  const document = element.ownerDocument;
  const alt = element.getAttribute("alt") ?? "";
  if (EMOJI.test(alt) && !/^[\d#*]/.test(alt))
    return void into.append(marked(document.createTextNode(alt), marks));
  // Pages that load pictures when they are scrolled to hold the address elsewhere.
  const addresses = [element.getAttribute("src"), element.getAttribute("data-src")];
  const src = addresses.find((each) => each && /^(?:https?:\/\/|\/files\/)/i.test(each));
  // Pictures on the disk of the writer, and those within the text, are not to be had by readers.
  if (!src) return;
  const image = document.createElement("img");
  image.setAttribute("src", src);
  if (alt) image.setAttribute("alt", alt);
  into.append(image);
}

/** Splits what a line cannot hold into lines and what stands between them. */
function lines(block: Element, tag: string): Element[] {
  const parts: Element[] = [];
  let line: Element | null = null;
  for (const node of Array.from(block.childNodes)) {
    if (node instanceof Element && node.matches(HOLDS_BLOCKS)) {
      line = null;
      parts.push(node);
      continue;
    }
    if (!line) parts.push((line = block.ownerDocument.createElement(tag)));
    line.append(node);
  }
  return parts;
}

/** Tells if an item is a task, and whether it is done; null for items of plain lists. */
function checkOf(item: Element): boolean | null {
  if (item.getAttribute("role") === "checkbox") return item.getAttribute("aria-checked") === "true";
  const sign = item.querySelector("input[type=checkbox],.checkbox,[role=checkbox]");
  if (!sign || sign.closest("li") !== item) return null;
  return (
    sign.hasAttribute("checked") ||
    /checkbox-on/.test(sign.className) ||
    sign.getAttribute("aria-checked") === "true"
  );
}

function asTasks(list: Element): void {
  list.setAttribute("data-type", "taskList");
  for (const item of Array.from(list.children)) {
    item.setAttribute("data-type", "taskItem");
    if (!item.hasAttribute("data-checked")) item.setAttribute("data-checked", "false");
  }
}

/** Puts a part behind what stands there; Word on the web writes each item as a list by itself, with its level. */
function append(into: Element, part: Element): void {
  const level = Number(part.getAttribute("data-level") ?? 0);
  let holder = into;
  for (let depth = 1; depth < level; depth++) {
    const item = holder.lastElementChild?.matches("ul,ol") ? holder.lastElementChild.lastElementChild : null;
    if (!item) break;
    holder = item;
  }
  const before = holder.lastElementChild;
  if (level > 0 && before?.nodeName === part.nodeName) before.append(...Array.from(part.children));
  else holder.append(part);
}

function isInCell({ into }: Place): boolean {
  return into.closest("td,th") !== null;
}

/** Takes away breaks at the edges of lines, and lines that say nothing. */
function tidy(root: Element): void {
  for (const line of [
    root,
    ...Array.from(root.querySelectorAll("p,h1,h2,h3,h4,h5,h6,li,td,th,blockquote")),
  ].reverse()) {
    for (const edge of ["firstChild", "lastChild"] as const)
      while (line[edge] && isGap(line[edge])) line[edge].remove();
    for (const gap of Array.from(line.children))
      if (gap.nodeName === "BR" && (isBlock(gap.previousSibling) || isBlock(gap.nextSibling))) gap.remove();
    const isEmpty = line.childNodes.length === 0 && line !== root && !line.matches("td,th");
    if (isEmpty) line.remove();
  }
  for (const list of Array.from(root.querySelectorAll("ul,ol")).reverse())
    if (!list.firstElementChild) list.remove();
}

function isGap(node: Node): boolean {
  return node.nodeName === "BR" || (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() === "");
}

function isBlock(node: Node | null): boolean {
  let each = node;
  while (each && each.nodeType === Node.TEXT_NODE && each.nodeValue?.trim() === "") each = each.nextSibling;
  return each instanceof Element && each.matches(HOLDS_BLOCKS);
}
