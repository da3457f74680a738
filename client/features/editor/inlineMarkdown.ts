import { Mark, type MarkType, type Node } from "@tiptap/pm/model";
import type { Token } from "markdown-it";
import { mentionMarkdown } from "../../../shared/markdown/mentions.ts";
import { editorGrammar, inlineContent } from "./inlineContent.ts";
import { assemble, escapeText, type Form, type Piece } from "./inlineForms.ts";

/** A stretch of a line: text, code, a picture, a mention, or a line break, with the marks around it. */
export interface Part {
  readonly kind: "text" | "code" | "image" | "mention" | "break";
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Attributes of a picture or a mention. */
  readonly attrs: Readonly<Record<string, unknown>>;
}

/** Signs around marks, in the usual form and in the one that never joins with another mark. */
const SIGNS: Readonly<Record<string, readonly [string, string]>> = {
  bold: ["**", "**"],
  italic: ["*", "_"],
  strike: ["~~", "~~"],
};

/** Forms of the same words from the most readable to the one that is always read as it was meant. */
const FORMS: readonly Form[] = [
  { isBare: true, isEscaped: false, isStrict: false, encodes: false },
  { isBare: true, isEscaped: false, isStrict: false, encodes: true },
  { isBare: false, isEscaped: false, isStrict: false, encodes: true },
  { isBare: false, isEscaped: true, isStrict: false, encodes: true },
  { isBare: false, isEscaped: true, isStrict: true, encodes: true },
];

/** The scheme of an address where the grammar looks for one. */
const ADDRESS_START = /(?<![a-z0-9+.-])https?:\/\//gi;

const written = { lines: new WeakMap<Node, string>(), line: new WeakMap<Node, string>() };

/**
 * Writes the words of a block as Markdown: the first form that the grammar reads as the same text with the same marks.
 * @param kind "line" where line breaks cannot be written: they become blanks
 */
export function inlineMarkdown(block: Node, kind: keyof typeof written): string {
  let markdown = written[kind].get(block);
  if (markdown === undefined) {
    markdown = write(partsOf(block, kind), kind);
    written[kind].set(block, markdown);
  }
  return markdown;
}

function write(parts: readonly Part[], kind: keyof typeof written): string {
  if (parts.length === 0) return "";
  const expected = JSON.stringify(signatureOf(parts));
  let markdown = "";
  for (const form of FORMS) {
    markdown = assemble(piecesOf(parts, form, 0, parts.length, []), form, kind === "line");
    if (isReadAs(markdown, kind, expected)) break;
  }
  return markdown;
}

/** The stretches of a block without what Markdown cannot say: blanks at the ends of lines, and marks around blanks. */
function partsOf(block: Node, kind: keyof typeof written): Part[] {
  const parts: Part[] = [];
  block.forEach((node) => {
    const marks = node.marks.filter((mark) => mark.type.name !== "code" && isWritable(mark));
    const isCode = node.marks.some(({ type }) => type.name === "code");
    const add = (part: Pick<Part, "kind" | "text">): void => void parts.push({ attrs: {}, ...part, marks });
    const lineBreak = () =>
      add(kind === "line" ? { kind: "text", text: " " } : { kind: "break", text: "\n" });
    if (node.type.name === "hardBreak") lineBreak();
    else if (node.type.name === "image") parts.push(pictureOf(node, marks));
    else if (node.type.name === "mention") parts.push(mentionPartOf(node, marks));
    else
      (node.text ?? "").split(/\r\n?|\n/).forEach((text, index) => {
        if (index > 0) lineBreak();
        if (text !== "") add({ kind: isCode ? "code" : "text", text });
      });
  });
  const { link } = block.type.schema.marks;
  return trimLines(parts)
    .flatMap((part) => withAddresses(part, link!))
    .flatMap(withBlanksApart)
    .map(betweenMarks)
    .reduce<Part[]>(joinTexts, [])
    .flatMap(withBlanksApart);
}

function isWritable(mark: Mark): boolean {
  return (
    mark.type.name !== "link" ||
    editorGrammar.validateLink(editorGrammar.normalizeLink(String(mark.attrs["href"] ?? "")))
  );
}

function pictureOf({ attrs }: Node, marks: readonly Mark[]): Part {
  const src = editorGrammar.normalizeLink(String(attrs["src"] ?? ""));
  const text = String(attrs["alt"] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const title = attrs["title"] ? String(attrs["title"]) : null;
  if (!editorGrammar.validateLink(src)) return { kind: "text", text, marks, attrs: {} };
  return { kind: "image", text, marks, attrs: { src, title } };
}

/** A mention is a link, in which there is none. */
function mentionPartOf({ attrs }: Node, marks: readonly Mark[]): Part {
  const own = marks.filter(({ type }) => type.name !== "link");
  return { kind: "mention", text: String(attrs["name"]), marks: own, attrs };
}

/** Takes the blanks at both ends of each line away, and line breaks behind the last word. */
function trimLines(parts: readonly Part[]): Part[] {
  const lines = [...parts];
  const isEdge = (part: Part | undefined): boolean => part === undefined || part.kind === "break";
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]!.kind !== "text" || !isEdge(lines[at - 1])) continue;
    lines[at] = { ...lines[at]!, text: lines[at]!.text.replace(/^[ \t]+/, "") };
    if (lines[at]!.text === "") lines.splice(at--, 1);
  }
  for (let at = lines.length - 1; at >= 0; at--) {
    const part = lines[at]!;
    if (part.kind === "break" && at === lines.length - 1) lines.pop();
    if (part.kind !== "text" || !isEdge(lines[at + 1])) continue;
    lines[at] = { ...part, text: withoutEnd(part.text, " \t") };
    if (lines[at]!.text === "") lines.splice(at, 1);
    // What stood before an empty end is an end now.
    if (at === lines.length && lines[at - 1]?.kind === "break") at = lines.length;
  }
  return lines;
}

/** A text without certain signs at its end. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Addresses that the grammar makes links of are links already. */
function withAddresses(part: Part, link: MarkType): Part[] {
  if (part.kind !== "text" || part.marks.some(({ type }) => type === link)) return [part];
  const { text, marks } = part;
  const parts: Part[] = [];
  let reached = 0;
  for (const { index } of text.matchAll(ADDRESS_START)) {
    const address = withoutEnd(editorGrammar.linkify.matchAtStart(text.slice(index))?.url ?? "", "*");
    if (index < reached || !address) continue;
    const href = editorGrammar.normalizeLink(address);
    parts.push({ ...part, text: text.slice(reached, index) });
    parts.push({ ...part, text: address, marks: link.create({ href }).addToSet(marks) });
    reached = index + address.length;
  }
  parts.push({ ...part, text: text.slice(reached) });
  return parts.filter((each) => each.text !== "");
}

/** Blanks at the ends of words as stretches of their own. */
function withBlanksApart(part: Part): Part[] {
  if (part.kind !== "text") return [part];
  const words = part.text.trim();
  const from = part.text.indexOf(words);
  const texts =
    words === "" ? [part.text] : [part.text.slice(0, from), words, part.text.slice(from + words.length)];
  return texts.filter((text) => text !== "").map((text) => ({ ...part, text }));
}

/** A blank keeps the marks that the words on both sides have as well. */
function betweenMarks(part: Part, at: number, parts: readonly Part[]): Part {
  if (!isBlank(part)) return part;
  const before = parts.slice(0, at).findLast((each) => !isBlank(each))?.marks ?? [];
  const behind = parts.slice(at).find((each) => !isBlank(each))?.marks ?? [];
  return { ...part, marks: part.marks.filter((mark) => mark.isInSet(before) && mark.isInSet(behind)) };
}

function joinTexts(parts: Part[], part: Part): Part[] {
  const last = parts.at(-1);
  const isAlike = last?.kind === "text" && part.kind === "text" && Mark.sameSet(last.marks, part.marks);
  return isAlike ? [...parts.slice(0, -1), { ...part, text: last.text + part.text }] : [...parts, part];
}

function isBlank({ kind, text }: Part): boolean {
  return kind === "break" || (kind === "text" && text.trim() === "");
}

/** Words and signs in order; of the marks that begin at a place the longest is the outermost. None begins or ends at a blank. */
function piecesOf(
  parts: readonly Part[],
  form: Form,
  from: number,
  to: number,
  around: readonly Mark[],
): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to;) {
    const inner = parts[at]!.marks.filter((mark) => !mark.isInSet(around));
    if (inner.length === 0 || isBlank(parts[at]!)) {
      pieces.push(pieceOf(parts[at]!, form, parts));
      at++;
      continue;
    }
    const endOf = (mark: Mark): number => {
      let end = at + 1;
      while (end < to && mark.isInSet(parts[end]!.marks)) end++;
      while (isBlank(parts[end - 1]!)) end--;
      return end;
    };
    const mark = inner.reduce((one, other) => (endOf(other) > endOf(one) ? other : one));
    const end = endOf(mark);
    const words = piecesOf(parts, form, at, end, mark.addToSet(around as Mark[]));
    pieces.push(
      ...(mark.type.name === "link"
        ? linkOf(mark, parts.slice(at, end), words, form)
        : signed(mark, words, form)),
    );
    at = end;
  }
  return pieces;
}

function signed({ type }: Mark, words: Piece[], form: Form): Piece[] {
  const sign = SIGNS[type.name]?.[form.isStrict ? 1 : 0];
  return sign ? [{ out: sign, sign: "open" }, ...words, { out: sign, sign: "close" }] : words;
}

function linkOf({ attrs }: Mark, parts: readonly Part[], words: Piece[], form: Form): Piece[] {
  const href = editorGrammar.normalizeLink(String(attrs["href"] ?? ""));
  if (form.isBare && isAddress(href, attrs["title"], parts)) {
    const { text } = parts[0]!;
    return [{ out: href === `mailto:${text}` ? `<${text}>` : text }];
  }
  return [{ out: "[" }, ...words, { out: `](${target(href, attrs["title"])})` }];
}

/** True for a link whose words are its address. */
function isAddress(href: string, title: unknown, [part, more]: readonly Part[]): boolean {
  if (title || more || part!.kind !== "text") return false;
  const { text } = part!;
  return (
    href === `mailto:${text}` || (/^https?:\/\//i.test(text) && editorGrammar.normalizeLink(text) === href)
  );
}

/** True for a link over words that are not its address. */
function isWords({ type, attrs }: Mark, part: Part): boolean {
  const href = editorGrammar.normalizeLink(String(attrs["href"] ?? ""));
  return type.name === "link" && !isBlank(part) && !isAddress(href, attrs["title"], [part]);
}

/** An address in parentheses, with its title. */
function target(address: string, title: unknown): string {
  let [depth, isBalanced] = [0, true];
  for (const character of address) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0) isBalanced = false;
  }
  const signs = isBalanced && depth === 0 ? /[\\<>]/g : /[\\<>()]/g;
  const written = address
    .replace(/\s/g, (blank) => encodeURIComponent(blank))
    .replace(signs, "\\$&")
    .replace(/&(?=#?[A-Za-z0-9]{1,32};)/g, "\\&");
  if (!title) return written;
  return `${written} "${String(title)
    .replace(/\s+/g, " ")
    .replace(/[\\"&]/g, "\\$&")}"`;
}

function pieceOf(part: Part, form: Form, all: readonly Part[]): Piece {
  if (part.kind === "break") return { out: "\n", isBreak: true };
  if (part.kind === "code") return { out: codeOf(part.text) };
  if (part.kind === "mention") return { out: mentionMarkdown(String(part.attrs["id"]), part.text) };
  if (part.kind === "image") {
    const alt = escapeText(part.text, { ...form, isEscaped: form.isEscaped || /[[\]]/.test(part.text) });
    return { out: `![${alt}](${target(String(part.attrs["src"]), part.attrs["title"])})` };
  }
  const hasBrackets = all.some(
    (each) => each.kind === "image" || each.marks.some((mark) => isWords(mark, each)),
  );
  return { out: escapeText(part.text, form, hasBrackets), text: part.text };
}

function codeOf(text: string): string {
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && /[^ ]/.test(text));
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** The words with the marks of each stretch; stretches alike are one. Blanks count as text alone. */
interface Signature {
  text: string;
  readonly stretches: Stretch[];
}

interface Stretch {
  words: string;
  readonly marks: string;
  readonly link: string | null;
}

function addTo(signature: Signature, text: string, marks: readonly string[], link: string | null): void {
  signature.text += text;
  const words = text.replace(/\s+/g, "");
  if (words === "") return;
  const last = signature.stretches.at(-1);
  const names = [...marks].sort().join();
  if (last?.marks === names && last.link === link) last.words += words;
  else signature.stretches.push({ words, marks: names, link });
}

const linkText = (href: unknown, title: unknown): string =>
  `${String(href)} ${String(title ?? "").replace(/\s+/g, " ")}`;
const pictureText = (...values: unknown[]): string =>
  `\uFFFC${JSON.stringify(values.map((value) => value ?? null))}`;

function signatureOf(parts: readonly Part[]): Signature {
  const signature: Signature = { text: "", stretches: [] };
  for (const { kind, text, marks, attrs } of parts) {
    const names = marks.filter(({ type }) => type.name !== "link").map(({ type }) => type.name);
    if (kind === "code") names.push("code");
    const link = marks.find(({ type }) => type.name === "link");
    const href = editorGrammar.normalizeLink(String(link?.attrs["href"] ?? ""));
    const words =
      kind === "image"
        ? pictureText(text, attrs["src"], attrs["title"])
        : kind === "mention"
          ? pictureText(text, attrs["id"])
          : text;
    addTo(signature, words, names, link ? linkText(href, link.attrs["title"]) : null);
  }
  return signature;
}

function signatureOfTokens(tokens: readonly Token[]): Signature {
  const signature: Signature = { text: "", stretches: [] };
  for (const { type, text, attrs, marks = [] } of inlineContent(tokens)) {
    const link = marks.find((mark) => mark.type === "link")?.attrs;
    const words =
      type === "image"
        ? pictureText(attrs!["alt"], attrs!["src"], attrs!["title"])
        : type === "mention"
          ? pictureText(attrs!["name"], attrs!["id"])
          : (text ?? "\n");
    const names = marks.map((mark) => mark.type).filter((name) => name !== "link");
    addTo(signature, words, names, link ? linkText(link["href"], link["title"]) : null);
  }
  return signature;
}

/** True if the grammar reads the expected words with their marks. */
function isReadAs(markdown: string, kind: keyof typeof written, expected: string): boolean {
  const isLine = kind === "line";
  const tokens = isLine ? editorGrammar.parseInline(markdown.trim(), {}) : editorGrammar.parse(markdown, {});
  const inline = tokens[isLine ? 0 : 1];
  if (tokens.length !== (isLine ? 1 : 3) || inline?.type !== "inline") return false;
  return JSON.stringify(signatureOfTokens(inline.children ?? [])) === expected;
}
