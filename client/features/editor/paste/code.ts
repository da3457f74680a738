/** Families of letters of one width, by which editors and terminals mark what they copy. */
const MONOSPACED = /mono|consolas|menlo|monaco|courier|cascadia|fira code|source code|lucida console|hack\b/;
/** Elements that stand on lines of their own. */
const LINES = new Set(["DIV", "P", "LI", "TR", "PRE", "UL", "OL", "TABLE", "TBODY", "SECTION"]);
/** Names of languages that say nothing. */
const NAMELESS = new Set(["plaintext", "text", "txt", "plain", "none", "nohighlight", "markdown", "auto"]);
/** Classes and attributes by which pages name the language of code. */
const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?|highlight-(?:source|text))-([\w+#-]+)/i;

/** True for an element whose text is code by its looks: letters of one width, and blanks that count. */
export function looksLikeCode(style: ReadonlyMap<string, string>): boolean {
  return /^pre/.test(style.get("white-space") ?? "") && MONOSPACED.test(style.get("font-family") ?? "");
}

/** Reads the text of code with its lines and its indentation. */
export function codeText(root: Element): string {
  let text = "";
  const endLine = (): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  let isEnded = false;
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.nodeValue ?? "";
      if (isEnded && words !== "") endLine();
      isEnded &&= words === "";
      text += words;
    } else if (node.nodeName === "BR") {
      if (isEnded) endLine();
      isEnded = false;
      text += "\n";
    } else if (node instanceof Element && !isControl(node)) {
      const isLine = node !== root && LINES.has(node.nodeName);
      isEnded ||= isLine;
      node.childNodes.forEach(read);
      isEnded ||= isLine;
    }
  };
  read(root);
  return text.replaceAll("\u00a0", " ").replace(/^\n+/, "").trimEnd();
}

/** True for buttons and pictures within code, which copy it. */
function isControl(element: Element): boolean {
  return /^(?:button|svg|clipboard-copy|style|script)$/i.test(element.nodeName);
}

/** Finds the language of code in the classes around it; empty if it is not known. */
export function languageOf(element: Element): string {
  for (const each of [element.querySelector("code"), element, element.parentElement]) {
    const attribute = each?.getAttribute("data-language") ?? each?.getAttribute("data-lang");
    const name = (attribute ?? LANGUAGE.exec(each?.getAttribute("class") ?? "")?.[1] ?? "").toLowerCase();
    if (name !== "" && !NAMELESS.has(name)) return name.replace(/-basic$/, "");
  }
  return "";
}
