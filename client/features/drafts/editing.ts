import type { TextHandle } from "./MarkdownArea.tsx";

/** What the toolbar does to the text, in either kind of editor. */
export type FormatCommand =
  "bold" | "italic" | "heading" | "bulletList" | "orderedList" | "quote" | "code" | "mention";

/** What either kind of editor offers its toolbar. */
export interface EditorHandle {
  format(command: FormatCommand): void;
  /** Makes what is selected lead to an address, or inserts the address. */
  link(address: string): void;
  /** Puts Markdown on lines of its own. */
  insertBlock(markdown: string): void;
  focus(): void;
}

/** The toolbar's commands as Markdown signs around or before what is selected. */
export function sourceHandle(text: TextHandle | null): EditorHandle {
  return {
    format(command) {
      const signs = { bold: "**", italic: "*", code: "`" } as const;
      if (command === "bold" || command === "italic" || command === "code") {
        return text?.wrap(signs[command], signs[command]);
      }
      if (command === "mention") return text?.insert("@");
      const starts = { heading: "## ", bulletList: "- ", orderedList: "1. ", quote: "> " } as const;
      text?.startLine(starts[command]);
    },
    link: (address) => text?.wrap("[", `](${address})`),
    insertBlock: (markdown) => text?.insertBlock(markdown),
    focus: () => text?.focus(),
  };
}

/** Markdown that the rich editor would not give back as it was: tables, HTML, tasks, footnotes, references. */
const SOURCE_ONLY = [
  /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|/m,
  /<[a-z/!]/i,
  /^\s*[-*+] \[[ x]\] /im,
  /\[\^[^\]]+\]/,
  /^\[[^\]]+\]:\s/m,
];

/** True if the rich editor may open a text without harm to it. */
export function isRichable(markdown: string): boolean {
  const withoutCode = markdown.replace(/```[\s\S]*?(```|$)/g, "").replace(/`[^`\n]*`/g, "");
  return !SOURCE_ONLY.some((pattern) => pattern.test(withoutCode));
}

/** Only addresses that a link may have; a bare "example.org" becomes one. Null for anything else. */
export function linkAddress(text: string): string | null {
  const trimmed = text.trim();
  if (/^(https?:\/\/|mailto:|\/)\S+$/i.test(trimmed)) return trimmed;
  return /^[^\s:/]+\.[^\s:]+$/.test(trimmed) ? `https://${trimmed}` : null;
}
