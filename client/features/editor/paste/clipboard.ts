import { withoutControls } from "../../../../shared/withoutControls.ts";

/** A clipboard as one source filled it. */
export interface Clipboard {
  readonly html: string;
  readonly text: string;
  readonly files: readonly File[];
  /** Language that VS Code names beside what it copies. */
  readonly language: string;
}

/** Reads what a paste brings. */
export function clipboardOf(transfer: DataTransfer | null): Clipboard {
  return {
    html: transfer?.getData("text/html") ?? "",
    text: withoutControls(transfer?.getData("text/plain") ?? ""),
    files: Array.from(transfer?.files ?? []),
    language: languageIn(transfer?.getData("vscode-editor-data") ?? ""),
  };
}

function languageIn(data: string): string {
  try {
    return String((JSON.parse(data) as { mode?: unknown }).mode ?? "");
  } catch {
    return "";
  }
}

/**
 * The files that a paste is about. Office programs offer a picture of the text that they copy: the text wins. A picture
 * that was copied by itself comes with its own element or address, files with their names: those are no text.
 */
export function wantedFiles({ html, text, files }: Clipboard): readonly File[] {
  if (files.length === 0 || files.some(({ type }) => !type.startsWith("image/"))) return files;
  return isText(text, files) || (text.trim() === "" && saysSomething(html)) ? [] : files;
}

/** The picture that a source offers beside its text; null if there is none. */
export function pictureBeside(clipboard: Clipboard): File | null {
  return wantedFiles(clipboard).length === 0 ? (clipboard.files[0] ?? null) : null;
}

function isText(text: string, files: readonly File[]): boolean {
  const lines = text.split("\n").map((line) => line.trim());
  const words = lines.filter((line) => line !== "");
  const names = new Set(files.map(({ name }) => name));
  const isAddress = (line: string): boolean =>
    names.has(line.slice(Math.max(line.lastIndexOf("/"), line.lastIndexOf("\\")) + 1)) ||
    (words.length === 1 && /^(?:https?|file|data|blob):\S+$/i.test(line));
  return words.some((line) => !isAddress(line));
}

function saysSomething(html: string): boolean {
  const { body } = new DOMParser().parseFromString(
    html.replace(/\sstyle\s*=/gi, " data-style="),
    "text/html",
  );
  for (const unseen of Array.from(body.querySelectorAll("style,script"))) unseen.remove();
  return body.textContent.trim() !== "";
}
