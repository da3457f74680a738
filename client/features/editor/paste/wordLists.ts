/** Sign of a numbered item: "1.", "a)", "(iv)", "一、". */
const NUMBER = /^[(（]?(?:(\d{1,9})|[a-z]{1,4}|[一二三四五六七八九十百]{1,4})[.)、）．]/i;

/** Place of a paragraph in a list of Word or PowerPoint, which are written as paragraphs. */
export interface ListPlace {
  /** 1 for the outer list. */
  readonly level: number;
  /** Name of the list; another one begins another list. */
  readonly list: string;
  readonly isOrdered: boolean;
  /** Number of the item, if it is one. */
  readonly start: number;
}

/** Reads the place of a paragraph in a list from its styles; null for one that is in none. */
export function listPlaceOf(
  element: Element,
  style: ReadonlyMap<string, string>,
  styleOf: (element: Element) => ReadonlyMap<string, string>,
): ListPlace | null {
  const [, list = "", level = "1"] = /^(l\d+)\s+level(\d+)/.exec(style.get("mso-list") ?? "") ?? [];
  const parts = Array.from(element.querySelectorAll("*"));
  if (list === "") return ofSlide(element, parts, styleOf);
  const sign = parts.find((part) => styleOf(part).get("mso-list") === "ignore")?.textContent.trim() ?? "";
  const number = NUMBER.exec(sign);
  return { level: Number(level), list, isOrdered: number !== null, start: Number(number?.[1] ?? 1) };
}

function ofSlide(
  element: Element,
  parts: readonly Element[],
  styleOf: (element: Element) => ReadonlyMap<string, string>,
): ListPlace | null {
  const level = /^O(\d?)$/.exec(element.className)?.[1];
  if (level === undefined) return null;
  const sign = parts.find((part) => /^bullet/.test(styleOf(part).get("mso-special-format") ?? ""));
  if (!sign) return null;
  const number = NUMBER.exec(sign.textContent.trim());
  const start = Number(number?.[1] ?? 1);
  return { level: Number(level || 0) + 1, list: "slide", isOrdered: number !== null, start };
}

/** Lists that are being put together from paragraphs, the outer one first. */
export class OpenLists {
  private open: { readonly list: Element; readonly level: number; readonly name: string }[] = [];
  private readonly into: Element;

  constructor(into: Element) {
    this.into = into;
  }

  /** Begins an item at its place. @returns the item */
  item({ level, list: name, isOrdered, start }: ListPlace): Element {
    const document = this.into.ownerDocument;
    const tag = isOrdered ? "OL" : "UL";
    // Items between belong to another list.
    if (this.open[0] && this.into.lastElementChild !== this.open[0].list) this.open = [];
    while (this.open.length > 0 && !this.isInside(level, name, tag)) this.open.pop();
    const last = this.open.at(-1);
    let list = last?.level === level ? last.list : null;
    if (!list) {
      list = document.createElement(tag);
      if (isOrdered && start > 1) list.setAttribute("start", String(start));
      (last?.list.lastElementChild ?? this.into).append(list);
      this.open.push({ list, level, name });
    }
    const item = document.createElement("li");
    list.append(item);
    return item;
  }

  private isInside(level: number, name: string, tag: string): boolean {
    const last = this.open.at(-1)!;
    if (last.level !== level) return last.level < level;
    return last.name === name && last.list.nodeName === tag;
  }
}
