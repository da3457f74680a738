/** Marks of a piece of text. */
export interface Marks {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly code: boolean;
  readonly href: string | null;
}

/** Marks of text without any. */
export const NO_MARKS: Marks = { bold: false, italic: false, strike: false, code: false, href: null };

const BOLD = new Set(["B", "STRONG"]);
const ITALIC = new Set(["I", "EM", "CITE", "DFN", "VAR"]);
const STRIKE = new Set(["S", "DEL", "STRIKE"]);
const CODE = new Set(["CODE", "KBD", "SAMP", "TT"]);
const HEADING = /^(?:H[1-6]|TH)$/;

/** Gives the marks inside an element: its name says some, its style says and takes back others. */
export function marksIn(element: Element, style: ReadonlyMap<string, string>, around: Marks): Marks {
  const { nodeName: name } = element;
  // A heading is bold by itself.
  const weight = HEADING.test(name) ? undefined : weightOf(style.get("font-weight"));
  const slant = style.get("font-style");
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  return {
    bold: weight ?? (BOLD.has(name) || around.bold),
    italic: slant ? /^(?:italic|oblique)/.test(slant) : ITALIC.has(name) || around.italic,
    strike: /line-through/.test(line) || STRIKE.has(name) || around.strike,
    code: CODE.has(name) || around.code,
    href: name === "A" ? hrefOf(element) : around.href,
  };
}

/** Reads a weight; undefined where the weight around counts. */
function weightOf(weight: string | undefined): boolean | undefined {
  if (!weight || /^(?:inherit|initial|unset)/.test(weight)) return undefined;
  return /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600;
}

/** Only addresses that lead somewhere from here: none within the copied page, on a disk or of a script. */
function hrefOf(link: Element): string | null {
  const href = (link.getAttribute("href") ?? "").trim();
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null;
}

/** Puts marks around a node. */
export function marked(node: Node, { bold, italic, strike, code, href }: Marks): Node {
  const document = node.ownerDocument!;
  let inner = node;
  const wrap = (name: string): Element => {
    const element = document.createElement(name);
    element.append(inner);
    inner = element;
    return element;
  };
  if (code) wrap("code");
  if (strike) wrap("s");
  if (italic) wrap("em");
  if (bold) wrap("strong");
  if (href) wrap("a").setAttribute("href", href);
  return inner;
}
