/** Page of a member on this site. */
const USER_PAGE = /^\/user\/([1-9]\d{0,14})\/?$/;

/** A member who was chosen, with the name that they had then; what readers see is the name that they have. */
export interface Mention {
  id: string;
  name: string;
}

/** Reads a link as a mention: its text begins with @, and it leads to the page of a member; null for other links. */
export function mentionOf(href: string, text: string): Mention | null {
  // Copied pages name whole addresses.
  const site = "location" in globalThis ? location.origin : "";
  const path = site !== "" && href.startsWith(`${site}/`) ? href.slice(site.length) : href;
  const id = USER_PAGE.exec(path)?.[1];
  return id !== undefined && /^[@＠]./u.test(text) ? { id, name: text.slice(1) } : null;
}
