import type { NotificationKind } from "./kind.view.ts";
import { variablesOf } from "./variables.ts";

/** What stands in braces; braces that hold nothing or more braces are text. */
const BRACED = /\{([^{}\n]*)\}/gu;

/**
 * Puts values into a text; variables without a value and blanks left at the ends disappear. Values are text: what stands
 * in braces within them stays as it is.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(BRACED, (braced, name: string) =>
      name.trim() === "" ? braced : Object.hasOwn(values, name) ? values[name]! : "",
    )
    .trim();
}

/** Whether a text shows a variable. */
export function hasVariable(text: string, name: string): boolean {
  return text.includes(`{${name}}`);
}

/** The names in braces of a text, in their order, each once. */
export function namesIn(text: string): string[] {
  const names = [...text.matchAll(BRACED)].map(([, name]) => name!);
  return [...new Set(names.filter((name) => name.trim() !== ""))];
}

/** The names in braces that a kind does not offer. */
export function unknownIn(kind: NotificationKind, text: string): string[] {
  const offered = new Set(variablesOf(kind).flatMap(({ name, aliases }) => [name, ...aliases]));
  return namesIn(text).filter((name) => !offered.has(name));
}

/** The same text with our names in place of the predecessor's. */
export function withoutAliases(kind: NotificationKind, text: string): string {
  const names = new Map(
    variablesOf(kind).flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
  );
  return text.replace(BRACED, (braced, name: string) => {
    const own = names.get(name);
    return own ? `{${own}}` : braced;
  });
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** A text on one line, as titles and short messages are: no line breaks, no control characters. */
export function onOneLine(text: string): string {
  return text.replace(CONTROLS, " ").replace(/ {2,}/g, " ").trim();
}

/** A text of several lines without control characters. */
export function onLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map((line) => line.replace(CONTROLS, " ").trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
