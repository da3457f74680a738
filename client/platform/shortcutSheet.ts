/** Asks for the sheet that says what keys do. */
export const SHEET_EVENT = "luntan:shortcut-sheet";

/** Opens the sheet that says what keys do; apart from the keys themselves, which come when a page has settled. */
export function openShortcutSheet(): void {
  window.dispatchEvent(new Event(SHEET_EVENT));
}
