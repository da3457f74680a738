/** Elements that are no text: furniture of pages, and what programs write for themselves. */
const FURNITURE = new Set(
  (
    "SCRIPT STYLE META LINK TITLE HEAD NOSCRIPT TEMPLATE SVG BUTTON SELECT TEXTAREA IFRAME OBJECT EMBED " +
    "VIDEO AUDIO CANVAS COMMENT CLIPBOARD-COPY COLGROUP COL MAP"
  ).split(" "),
);
/** Classes of review comments of Word, and of texts for screen readers. */
const UNSEEN =
  /(?:^|\s)(?:MsoCommentReference|msocomanchor|msocomtxt|msoDel|sr-only|visually-hidden)(?:\s|$)/;
/** Styles of Word that say what a part is: comments, marks of lists, signs of comments. */
const PARTS = /^comment/;

/** True for what somebody who copies does not see as text: hidden or deleted parts, review comments, buttons. */
export function isLeftOut(element: Element, style: ReadonlyMap<string, string>): boolean {
  if (FURNITURE.has(element.nodeName.toUpperCase())) return true;
  if (UNSEEN.test(element.getAttribute("class") ?? "")) return true;
  if (element.hasAttribute("hidden") || style.get("display") === "none") return true;
  if (style.get("visibility") === "hidden" || (style.get("mso-hide") ?? "none") !== "none") return true;
  if (PARTS.test(style.get("mso-element") ?? "") || style.get("mso-special-character") === "comment")
    return true;
  if (style.get("mso-list") === "ignore" || /^bullet/.test(style.get("mso-special-format") ?? ""))
    return true;
  const href = element.getAttribute("href") ?? "";
  if (/^#(?:_msocom|cmnt)/.test(href)) return true;
  // The sign beside a heading that leads to it.
  if (href.includes("#") && /^[#¶§🔗]?$/u.test(element.textContent.trim()) && !element.querySelector("img"))
    return true;
  // A text that a review struck out names its author; one that is struck for readers does not.
  return element.nodeName === "DEL" && (element.hasAttribute("datetime") || element.hasAttribute("cite"));
}
