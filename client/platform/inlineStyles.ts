/** A tag with a style attribute. Text holds no "<", so nothing that people wrote passes for one. */
const STYLED_TAG = /(<[a-z][^<>]*) style="([^"<>{}]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { "&quot;": '"', "&#x27;": "'", "&amp;": "&" };

/** A page without style attributes, and what stood in them. */
export interface WithoutInlineStyles {
  html: string;
  /** The declarations of each kind; `data-style` of an element is an index. */
  styles: string[];
}

/**
 * Takes the style attributes out of a rendered page: its policy (style-src without 'unsafe-inline') makes browsers ignore
 * them. The server sends them as rules, and `restoreInlineStyles` puts them back before React takes over.
 */
export function takeInlineStyles(html: string): WithoutInlineStyles {
  if (!html.includes(' style="')) return { html, styles: [] };
  const indexes = new Map<string, number>();
  const bare = html.replace(STYLED_TAG, (_tag, start: string, written: string) => {
    const style = written.replace(/&(?:quot|#x27|amp);/g, (entity) => ENTITIES[entity]!);
    if (!indexes.has(style)) indexes.set(style, indexes.size);
    return `${start} data-style="${indexes.get(style)}"`;
  });
  return { html: bare, styles: [...indexes.keys()] };
}

/** Writes taken styles as rules of a style sheet. */
export function rulesOf(styles: readonly string[]): string {
  return styles.map((style, index) => `[data-style="${index}"]{${style}}`).join("");
}

/** Puts the styles that `takeInlineStyles` took back on their elements; by script the policy allows that. */
export function restoreInlineStyles(root: Element, styles: readonly string[]): void {
  if (styles.length === 0) return;
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-style]")) {
    element.style.cssText = styles[Number(element.dataset.style)] ?? "";
    delete element.dataset.style;
  }
}
