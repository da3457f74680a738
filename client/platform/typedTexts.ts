/**
 * Keeps what was typed into the text areas of a page while it is taken over: React gives a text area its first text again
 * unless it has none, which is what it is told here.
 */
export function keepTypedTexts(root: HTMLElement): void {
  for (const area of root.querySelectorAll("textarea"))
    Object.defineProperty(area, "textContent", { value: "", configurable: true });
}
