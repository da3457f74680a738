import { originalUrl } from "../../../platform/imageQuality.ts";
import { ADDED } from "../../reading/added.ts";

/** Letters that a picture counts as where a quote is cut. */
const PICTURE_LETTERS = 100;
const ITEM = "task-list-item";
const HEADINGS = "h1,h2,h3,h4,h5,h6";
/** Elements whose part is a part of a sentence. */
const PIECES = `li,td,th,${HEADINGS}`;
const HOLDERS = "ul,ol,table,thead,tbody,tr";
const BLOCKS = `p,pre,blockquote,hr,li,${HEADINGS},${HOLDERS}`;
/** Attributes that say where a cell was, and how many its row had. */
const [COLUMN, WIDTH] = ["data-column", "data-width"];

/**
 * Copies a part of a published text as the editor reads HTML: without what the page adds to it, lists with their numbers,
 * and pictures with their own addresses.
 * @param max letters behind which it is cut
 * @returns null if nothing is left
 */
export function quotedPart(prose: Element, range: Range, max: number): HTMLElement | null {
  // In a document of its own, which loads no pictures.
  const copy = document.implementation.createHTMLDocument("").importNode(prose, true) as HTMLElement;
  nameParts(copy);
  const empty = new Set(blocksIn(copy).filter(saysNothing));
  keepOnly(
    copy,
    placeIn(range.startContainer, range.startOffset),
    placeIn(range.endContainer, range.endOffset),
  );
  withoutPage(copy);
  cut(copy, max);
  for (const block of blocksIn(copy)) if (!empty.has(block) && saysNothing(block)) block.remove();
  if (range.toString().trim() !== prose.textContent.trim()) unwrapPiece(copy);
  mendTables(copy);
  mendLists(copy);
  return saysNothing(copy) ? null : copy;

  /** The same place in the copy; its end for places behind the text. */
  function placeIn(node: Node, offset: number): [Node, number] {
    const path: number[] = [];
    let each: Node = node;
    for (; each !== prose; each = each.parentNode) {
      if (!each.parentNode) return [copy, copy.childNodes.length];
      path.unshift([...each.parentNode.childNodes].indexOf(each as ChildNode));
    }
    return [path.reduce((inner: Node, index) => inner.childNodes[index]!, copy), offset];
  }
}

/** Writes down what is known of items and cells by those around them. */
function nameParts(copy: Element): void {
  for (const list of copy.querySelectorAll("ol"))
    [...list.children].forEach((item, index) => item.setAttribute("value", String(list.start + index)));
  for (const item of copy.querySelectorAll(`.${ITEM}`))
    item.setAttribute("data-checked", String(item.querySelector("input")?.checked ?? false));
  for (const row of copy.querySelectorAll("tr")) {
    row.setAttribute(WIDTH, String(row.cells.length));
    [...row.cells].forEach((cell, column) => cell.setAttribute(COLUMN, String(column)));
  }
}

/** Takes away what the page adds to a text, and what it makes of its pieces. */
function withoutPage(copy: Element): void {
  for (const extra of copy.querySelectorAll(`[${ADDED}],[hidden],input,.link-card > :not(a)`)) extra.remove();
  // The card of a page is quoted as the link that it is in the text.
  for (const link of copy.querySelectorAll<HTMLAnchorElement>(".link-card > a")) link.textContent = link.href;
  for (const part of copy.querySelectorAll("a.topic,label,div")) part.replaceWith(...part.childNodes);
  for (const image of copy.querySelectorAll("img")) image.src = originalUrl(image.getAttribute("src") ?? "");
  for (const code of copy.querySelectorAll("pre > code"))
    code.textContent = code.textContent.replace(/\n$/, "");
}

function keepOnly(copy: Element, [first, from]: [Node, number], [last, to]: [Node, number]): void {
  const outside = document.createRange();
  outside.selectNodeContents(copy);
  outside.setStart(last, to);
  outside.deleteContents();
  outside.selectNodeContents(copy);
  outside.setEnd(first, from);
  outside.deleteContents();
}

/** Cuts a text behind so many letters, and says so. */
function cut(copy: Element, max: number): void {
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let rest = max;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const letters = node.nodeType === Node.TEXT_NODE ? [...node.nodeValue!] : [];
    const size = node.nodeName === "IMG" ? PICTURE_LETTERS : letters.length;
    if (size > rest) {
      const last = document.createTextNode(`${letters.slice(0, rest).join("")}…`);
      node.parentNode!.insertBefore(last, node);
      keepOnly(copy, [copy, 0], [last, last.length]);
      return;
    }
    rest -= size;
  }
}

function saysNothing(element: Element): boolean {
  return element.textContent.trim() === "" && element.querySelector("img,hr") === null;
}

/** Blocks that go when the edges of the part have left nothing in them, from the innermost; cells keep their places. */
function blocksIn(copy: Element): Element[] {
  return [...copy.querySelectorAll(BLOCKS)].reverse();
}

/** Puts empty cells in the places of those that are left out. */
function mendTables(copy: Element): void {
  for (const row of copy.querySelectorAll("tr")) {
    const cells = new Map([...row.cells].map((cell) => [Number(cell.getAttribute(COLUMN)), cell]));
    const width = Number(row.getAttribute(WIDTH));
    const all = Array.from({ length: width }, (_, column) => cells.get(column));
    row.replaceChildren(...all.map((cell) => cell ?? document.createElement("td")));
  }
}

/** Gives items a line where they lost theirs, lists the number of their first item, and tasks lists of their own. */
function mendLists(copy: Element): void {
  for (const item of copy.querySelectorAll("li")) {
    const first = [...item.childNodes].find(
      (node) => node.nodeType !== Node.TEXT_NODE || node.nodeValue!.trim(),
    );
    if (first instanceof Element && !first.matches("p") && first.matches(BLOCKS))
      item.prepend(document.createElement("p"));
  }
  for (const list of copy.querySelectorAll("ol")) {
    list.setAttribute("start", list.firstElementChild?.getAttribute("value") ?? "1");
    for (const item of list.querySelectorAll(`:scope > .${ITEM}`))
      item.prepend(item.getAttribute("data-checked") === "true" ? "[x] " : "[ ] ");
  }
  for (const list of copy.querySelectorAll("ul.contains-task-list")) {
    let part: Element | null = null;
    for (const item of [...list.children]) {
      const kind = item.matches(`.${ITEM}`) ? "task" : "";
      if (part?.getAttribute("data-type") !== (kind && "taskList")) {
        part = document.createElement("ul");
        part.setAttribute("data-type", kind && "taskList");
        list.before(part);
      }
      if (kind) item.setAttribute("data-type", "taskItem");
      part.append(item);
    }
    list.remove();
  }
}

/** A part of one item, one cell or one heading is a part of a sentence. */
function unwrapPiece(copy: Element): void {
  for (;;) {
    const parts = [...copy.childNodes].filter(
      (node) => node.nodeType !== Node.TEXT_NODE || node.nodeValue!.trim(),
    );
    const [only] = parts;
    if (parts.length !== 1 || !(only instanceof Element)) return;
    if (!only.matches(PIECES) && !(only.matches(HOLDERS) && only.children.length === 1)) return;
    only.replaceWith(...only.childNodes);
  }
}
