/** Attribute under which styles are read: the page's policy refuses style attributes, and reports each one. */
const HELD = "data-style";

/** Styles that classes of a source set. */
export type ClassStyles = ReadonlyMap<string, string>;

/** Splits HTML into what may be parsed without a complaint, and the styles of its classes. */
export function heldStyles(html: string): { readonly html: string; readonly classes: ClassStyles } {
  let rest = html;
  const classes = new Map<string, string>();
  for (;;) {
    const from = rest.search(/<style\b/i);
    if (from < 0) break;
    const length = rest.slice(from).search(/<\/style\s*>/i);
    const sheet = length < 0 ? rest.slice(from) : rest.slice(from, from + length);
    readSheet(sheet, classes);
    rest = rest.slice(0, from) + (length < 0 ? "" : rest.slice(from + length).replace(/^<\/style\s*>/i, ""));
  }
  rest = rest.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${HELD}`));
  return { html: rest, classes };
}

function readSheet(sheet: string, classes: Map<string, string>): void {
  for (const rule of sheet.split("}")) {
    const at = rule.lastIndexOf("{");
    if (at < 0) continue;
    const body = rule.slice(at + 1);
    for (const selector of rule.slice(rule.lastIndexOf("{", at - 1) + 1, at).split(",")) {
      const plain = selector
        .trim()
        .replace(/^(?:-->|<!--)/, "")
        .trim();
      const name = /^[a-z\d]*\.([\w-]+)$/i.exec(plain)?.[1];
      // The looks of Word's own paragraphs are said by their kind.
      if (name && !name.startsWith("Mso")) classes.set(name, `${classes.get(name) ?? ""};${body}`);
    }
  }
}

/** Reads the declarations of an element: those of its classes, then its own. */
export function styleOf(element: Element, classes: ClassStyles): ReadonlyMap<string, string> {
  const style = new Map<string, string>();
  const read = (text: string): void => {
    for (const declaration of text.split(";")) {
      const colon = declaration.indexOf(":");
      if (colon < 0) continue;
      const name = declaration.slice(0, colon).trim().toLowerCase();
      style.set(
        name,
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
    }
  };
  for (const name of element.classList) read(classes.get(name) ?? "");
  read(element.getAttribute(HELD) ?? element.getAttribute("style") ?? "");
  return style;
}
