import type { SignInAnswerInput, SignInFieldKind } from "../../gql/graphql.ts";

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

interface StoredAnswer {
  text?: string | null;
  chosen: readonly string[];
  files: readonly { id?: string | null; name: string; url: string }[];
}

/** Goes on from a stored answer; files that the predecessor kept elsewhere have to be given again. */
export function answerOf({ text, chosen, files }: StoredAnswer): Answer {
  const known = files.flatMap(({ id, name, url }) => (id ? { id, name, url } : []));
  return { text: text ?? "", chosen, files: known };
}

/** Tells if a field has no answer yet. */
export function isBlank(kind: SignInFieldKind, { text, chosen, files }: Answer): boolean {
  if (kind === "TEXT" || kind === "TEXTAREA") return text.trim() === "";
  return kind === "RADIO" || kind === "CHECKBOX" ? chosen.length === 0 : files.length === 0;
}

/** The answer as the server takes it. */
export function inputOf(fieldId: string, kind: SignInFieldKind, answer: Answer): SignInAnswerInput {
  if (isBlank(kind, answer)) return { fieldId };
  if (kind === "TEXT" || kind === "TEXTAREA") return { fieldId, text: answer.text };
  if (kind === "RADIO" || kind === "CHECKBOX") return { fieldId, chosen: [...answer.chosen] };
  return { fieldId, fileIds: answer.files.map(({ id }) => id) };
}
