import type { TextHandle } from "./MarkdownArea.tsx";
import type { UploadTarget } from "./useUploads.ts";

/** Steps of headings that the toolbar offers. */
export const HEADING_LEVELS = [1, 2, 3, 4] as const;
/** A step of headings. */
export type HeadingLevel = (typeof HEADING_LEVELS)[number];
/** Makes the lines with the cursor ordinary text or a heading. */
export type HeadingCommand = "paragraph" | `heading${HeadingLevel}`;

/** Command of the toolbar on the text, in either kind of editor. */
export type FormatCommand =
  | "bold"
  | "italic"
  | "strike"
  | HeadingCommand
  | "bulletList"
  | "orderedList"
  | "taskList"
  | "quote"
  | "code"
  | "rule"
  | "undo"
  | "redo";

/** A command that is on where the cursor stands, or a table that it stands in. */
export type ActiveState = FormatCommand | "table";

/** Commands that either kind of editor offers its toolbar. */
export interface EditorHandle extends UploadTarget {
  format(command: FormatCommand): void;
  /** Makes what is selected lead to an address, or inserts the address. */
  link(address: string): void;
  /** Inserts an empty table, its head among the rows; does nothing within a table. */
  table(rows: number, columns: number): void;
  /** Puts text at the cursor, as it is. */
  insertText(text: string): void;
  /** Puts a quote behind what stands there, and the cursor below it. */
  insertQuote(markdown: string): void;
  /** Puts the cursor into the text: where it was, or where a source text has the given selection. */
  focus(selection?: readonly [number, number]): void;
}

/** Signs at the start of a line that is a heading already. */
const HEADING_SIGNS = /^#{1,6}[ \t]+/;

/** Writes an empty table below an empty line. */
function emptyTable(rows: number, columns: number): string {
  const line = (cell: string): string => `|${` ${cell} |`.repeat(columns)}`;
  return ["", line(""), line("---"), ...Array<string>(rows - 1).fill(line(""))].join("\n");
}

/** The toolbar's commands as Markdown signs around or before what is selected. */
export function sourceHandle(text: TextHandle | null): EditorHandle {
  const signs: Partial<Record<FormatCommand, string>> = { bold: "**", italic: "*", strike: "~~" };
  const starts: Partial<Record<FormatCommand, string>> = {
    paragraph: "",
    heading1: "# ",
    heading2: "## ",
    heading3: "### ",
    heading4: "#### ",
    bulletList: "- ",
    orderedList: "1. ",
    taskList: "- [ ] ",
    quote: "> ",
  };
  return {
    format(command) {
      const [sign, start] = [signs[command], starts[command]];
      if (sign) text?.wrap(sign, sign);
      else if (start !== undefined) text?.startLine(start, HEADING_SIGNS);
      else if (command === "code") {
        if (text?.selected().includes("\n")) text.wrap("```\n", "\n```");
        else text?.wrap("`", "`");
      } else if (command === "rule") text?.insertBlock("\n---");
      else {
        text?.focus();
        document.execCommand(command);
      }
    },
    link: (address) => text?.wrap("[", `](${address})`),
    table: (rows, columns) => text?.insertBlock(emptyTable(rows, columns)),
    insertText: (words) => text?.insert(words),
    insertQuote(markdown) {
      text?.focus([text.value().length, text.value().length]);
      text?.insertBlock(markdown);
    },
    insertBlock: (markdown) => text?.insertBlock(markdown),
    settle: (key, mark, markdown) => text?.settle(key, mark, markdown) ?? false,
    focus: (selection) => text?.focus(selection),
  };
}

/** Markdown that the rich editor would not give back as it was: HTML, footnotes, references. */
const SOURCE_ONLY = [/<[a-z/!]/i, /\[\^[^[\]]+\]/, /^\[[^[\]\n]+\]:\s/m];

/** True if the rich editor may open a text without harm to it. */
export function isRichable(markdown: string): boolean {
  const withoutCode = markdown.replace(/```[\s\S]*?(```|$)/g, "").replace(/`[^`\n]*`/g, "");
  return !SOURCE_ONLY.some((pattern) => pattern.test(withoutCode));
}

/** Only addresses that a link may have; a bare "example.org" becomes one. Null for anything else. */
export function linkAddress(text: string): string | null {
  const trimmed = text.trim();
  if (/^(https?:\/\/|mailto:|\/)\S+$/i.test(trimmed)) return trimmed;
  return /^[^\s:/.]+\.[^\s:]+$/.test(trimmed) ? `https://${trimmed}` : null;
}
