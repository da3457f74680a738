/** Address of what is quoted: a reply by its number, or the thread's own text. */
const SOURCE = /^\/thread\/(\d+)(?:\?post=(\d+)#p\2)?$/;

/** True for the address of a quoted text. */
export function isQuoteSource(href: string): boolean {
  return SOURCE.test(href);
}

/**
 * Draws the face at the head of a quote: that of the quoted reply where it stands on the page, else the first letter of
 * the name.
 */
export function quoteFace(href: string, name: string, className: string): HTMLElement {
  const [, thread, number] = SOURCE.exec(href) ?? [];
  const isHere = thread !== undefined && location.pathname === `/thread/${thread}`;
  const place = number ? `#p${number} > span:first-child img` : "#thread-text header img";
  const face = isHere ? document.querySelector<HTMLImageElement>(place) : null;
  if (face) {
    const image = document.createElement("img");
    image.src = face.currentSrc || face.src;
    image.alt = "";
    image.className = className;
    return image;
  }
  const letter = document.createElement("span");
  letter.className = className;
  letter.setAttribute("aria-hidden", "true");
  letter.textContent = [...name.trim()][0]?.toUpperCase() ?? "?";
  return letter;
}
