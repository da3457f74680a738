/** A file of an answer. */
export interface AnswerFile {
  id: string;
  name: string;
  url: string;
}

/** An answer while it is given: a text, the chosen options, or files. */
export interface Answer {
  text: string;
  chosen: readonly string[];
  files: readonly AnswerFile[];
}

/** The answer of somebody who has not begun. */
export const NO_ANSWER: Answer = { text: "", chosen: [], files: [] };

/** Types of fields (legacy-facts 4.11). */
export const FIELD = { TEXT: 0, TEXTAREA: 1, RADIO: 2, CHECKBOX: 3, IMAGE: 4, FILE: 5 } as const;

interface Option {
  value?: unknown;
  checked?: unknown;
}

/** Reads a stored answer; what cannot be read is no answer. */
export function answerOf(fieldsExt: string): Answer {
  try {
    const value: unknown = JSON.parse(fieldsExt);
    if (typeof value === "string") return { ...NO_ANSWER, text: value };
    if (Array.isArray(value)) {
      const files = value as { id: string | number; name: string; url: string }[];
      return { ...NO_ANSWER, files: files.map((file) => ({ ...file, id: String(file.id) })) };
    }
    const { options = [] } = value as { options?: Option[] };
    const chosen = options.flatMap((option) =>
      option.checked === true && typeof option.value === "string" ? option.value : [],
    );
    return { ...NO_ANSWER, chosen };
  } catch {
    return NO_ANSWER;
  }
}

/** Tells if a field has no answer yet. */
export function isBlank(type: number, { text, chosen, files }: Answer): boolean {
  if (type === FIELD.TEXT || type === FIELD.TEXTAREA) return text.trim() === "";
  return type === FIELD.RADIO || type === FIELD.CHECKBOX ? chosen.length === 0 : files.length === 0;
}

/** The answer as the server takes it, as JSON. */
export function jsonOf(type: number, answer: Answer): string {
  if (isBlank(type, answer)) return "";
  if (type === FIELD.TEXT || type === FIELD.TEXTAREA) return JSON.stringify(answer.text);
  if (type === FIELD.RADIO || type === FIELD.CHECKBOX)
    return JSON.stringify({ options: answer.chosen.map((value) => ({ value, checked: true })) });
  return JSON.stringify(answer.files.map(({ id }) => ({ id })));
}
