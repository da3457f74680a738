/**
 * Keeps what was typed into the text areas of a page while React hydrates it: React restores the first text of a text area
 * unless that is empty, so each area reports an empty one.
 */
export function keepTypedTexts(root: HTMLElement): void {
  for (const area of root.querySelectorAll("textarea"))
    Object.defineProperty(area, "textContent", { value: "", configurable: true });
}
