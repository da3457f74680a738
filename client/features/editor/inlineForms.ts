import { needsNoBlank } from "../../../shared/markdown/grammar.ts";

/** Way in which words are written: of all that are read alike, the most readable one counts. */
export interface Form {
  /** Links whose words are their address are written without brackets. */
  readonly isBare: boolean;
  /** Every sign that may mean something is escaped, and not only where it usually does. */
  readonly isEscaped: boolean;
  /** Each kind of mark has signs of its own, and all letters beside them are encoded. */
  readonly isStrict: boolean;
  /** A letter beside a mark that could not begin or end there is written by its number: `**Note:**&#116;ext`. */
  readonly encodes: boolean;
}

/** Words, or the sign of a mark, as written. */
export interface Piece {
  readonly out: string;
  /** The words without escapes; absent for signs, code, pictures and brackets. */
  readonly text?: string;
  /** Beginning or end of a mark. */
  readonly sign?: "open" | "close";
  readonly isBreak?: boolean;
}

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Escapes what the grammar would read as signs. */
export function escapeText(text: string, form: Form, hasBrackets = false): string {
  if (form.isEscaped) return text.replace(/[\\`*_[\]<>!~&]|:(?=\/\/)/g, "\\$&");
  const brackets = hasBrackets || text.includes("](") ? /[[\]]/g : /(?!)/g;
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)|`/g, "\\$&")
    .replace(/(?<!\s)\*|\*(?!\s)/g, "\\*")
    .replace(/_/g, (sign, at: number) => (isWithinWord(text, at) ? sign : "\\_"))
    .replace(/~(?=~)|(?<=~)~/g, "\\~")
    .replace(/<(?=[a-z])/gi, text.includes(">") ? "\\<" : "<")
    .replace(/&(?=#?[A-Za-z0-9]{1,32};)/g, "\\&")
    .replace(brackets, "\\$&");
}

function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at + 1] ?? "");
}

/** Joins words and signs to a text. */
export function assemble(pieces: readonly Piece[], form: Form, isLine: boolean): string {
  let text = "";
  pieces.forEach((piece, at) => {
    if (piece.isBreak) {
      // A line without words would end the paragraph.
      text += text.slice(text.lastIndexOf("\n") + 1).trim() !== "" ? "\n" : "\\\n";
      return;
    }
    let { out } = piece;
    if (form.encodes && piece.text !== undefined && piece.sign === undefined) out = encoded(pieces, at, form);
    text += out;
  });
  return isLine ? escapeLine(text) : text.split("\n").map(escapeStart).join("\n");
}

/** The words between two signs, their first and last letter written by number where the signs would not count. */
function encoded(pieces: readonly Piece[], at: number, form: Form): string {
  let { out } = pieces[at]!;
  const text = pieces[at]!.text!;
  const last = [...text].at(-1)!;
  const first = String.fromCodePoint(text.codePointAt(0)!);
  if (pieces[at + 1]?.sign === "open" && isInTheWay(last, innerOf(pieces, at + 1, 1), form))
    out = out.slice(0, -last.length) + numberOf(last);
  if (pieces[at - 1]?.sign === "close" && isInTheWay(first, innerOf(pieces, at - 1, -1), form)) {
    if (out.startsWith(first)) out = numberOf(first) + out.slice(first.length);
  }
  return out;
}

function numberOf(character: string): string {
  return `&#${character.codePointAt(0)!};`;
}

/** The character within signs of one kind, seen from their outer side. */
function innerOf(pieces: readonly Piece[], at: number, step: 1 | -1): string {
  const sign = pieces[at]!.out[0];
  let next = at + step;
  while (pieces[next]?.sign && pieces[next]!.out[0] === sign) next += step;
  const out = pieces[next]?.out ?? "";
  return (step === 1 ? String.fromCodePoint(out.codePointAt(0) ?? 32) : [...out].at(-1)) ?? " ";
}

/** True for a letter outside of a mark that keeps the mark from beginning or ending there. */
function isInTheWay(outer: string, inner: string, form: Form): boolean {
  if (/\s/.test(outer) || PUNCTUATION.test(outer)) return false;
  return form.isStrict || (PUNCTUATION.test(inner) && !needsNoBlank(outer) && !needsNoBlank(inner));
}

/** Signs at the start of a line that would make a block of it. */
function escapeStart(line: string): string {
  return line
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\")
    .replace(/^(?:[-+](?=[ \t]|$)|#{1,6}(?=[ \t]|$)|>|~~~|[-=]+[ \t]*$|[|:-](?=[-|: \t]*$))/, "\\$&");
}

/** Blanks at the ends of a line that would be taken away, and signs at the end of a heading. */
function escapeLine(line: string): string {
  return line
    .replace(/^[^\S \t\n]|[^\S \t\n]$/g, numberOf)
    .replace(/(?:^|(?<=[ \t]))#+$/, (signs) => `\\${signs}`);
}
