import { createContext, useContext } from "react";

/**
 * Texts that stand on the page being rendered, each with its number. The state of the page names them by it instead of
 * repeating them: the browser reads them from the document (docs/decisions/0235).
 */
export class PageTexts {
  private readonly numbers = new Map<string, number>();

  /** Gives the number of a text that is being rendered; "" for one that shows nothing. */
  add(text: string): number | "" {
    if (text === "") return "";
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size));
    return number;
  }

  /** The number of a text; undefined for one that is not on the page. */
  numberOf(text: string): number | undefined {
    return this.numbers.get(text);
  }
}

/** Texts of the page being rendered; null in the browser. */
export const PageTextsContext = createContext<PageTexts | null>(null);

/** Value of the mark (`data-prose`, `data-words`) of the element that shows a text and nothing else. */
export const usePageText = import.meta.env.SSR
  ? (text: string): number | "" => useContext(PageTextsContext)?.add(text) ?? ""
  : (): "" => "";

/** Reads the texts that the server's page shows, before anything changes them. */
export function readPageTexts(root: ParentNode): Map<number, string> {
  const texts = new Map<number, string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-prose],[data-words]")) {
    const { prose, words } = element.dataset;
    if (prose) texts.set(Number(prose), element.innerHTML);
    else if (words) texts.set(Number(words), element.textContent);
  }
  return texts;
}
