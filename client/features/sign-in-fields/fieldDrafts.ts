import { graphql } from "../../gql/gql.ts";
import type {
  FieldDrafts_FieldFragment,
  SignInFieldInput,
  SignInFieldKind,
  SignInFieldState,
} from "../../gql/graphql.ts";
import type { Difference } from "../admin/difference.ts";

/** Fields of a sign-in field that are edited. */
export const FieldDrafts_field = graphql(`
  fragment FieldDrafts_field on SignInField {
    id
    name
    kind
    choices
    fieldsDesc
    state
    required
  }
`);

/** A field as the server keeps it. */
export type SavedField = FieldDrafts_FieldFragment;

/** A field while it is edited. */
export interface FieldDraft {
  /** Unique on the page. */
  key: string;
  /** Null for a new one. */
  id: string | null;
  name: string;
  kind: SignInFieldKind;
  description: string;
  options: readonly string[];
  required: boolean;
  enabled: boolean;
}

/** Tells the kinds of fields that have choices. */
export function hasOptions(kind: SignInFieldKind): boolean {
  return kind === "RADIO" || kind === "CHECKBOX";
}

/** The fields of the server as drafts. */
export function draftsOf(fields: readonly SavedField[]): FieldDraft[] {
  return fields.map(({ id, name, kind, choices, fieldsDesc, required, state }) => ({
    key: id,
    id,
    name,
    kind,
    description: fieldsDesc,
    options: choices,
    required,
    enabled: state === "ENABLED",
  }));
}

/** Inputs that bring the server's fields to the drafts: those that changed or are new, and those that are gone. */
export function inputsOf(saved: readonly FieldDraft[], drafts: readonly FieldDraft[]): SignInFieldInput[] {
  const inputOf = (draft: FieldDraft, sort: number, state: SignInFieldState): SignInFieldInput => ({
    id: draft.id,
    name: draft.name.trim(),
    kind: draft.kind,
    choices: hasOptions(draft.kind)
      ? draft.options.map((value) => value.trim()).filter((value) => value !== "")
      : [],
    fieldsDesc: draft.description,
    sort,
    state,
    required: draft.required,
  });
  const kept = drafts.flatMap((draft, index) => {
    const before = saved.findIndex(({ id }) => id !== null && id === draft.id);
    const isSame = before === index && JSON.stringify(saved[before]) === JSON.stringify(draft);
    return isSame ? [] : inputOf(draft, index, draft.enabled ? "ENABLED" : "DISABLED");
  });
  const gone = saved
    .filter(({ id }) => !drafts.some((draft) => draft.id === id))
    .map((draft, index) => inputOf(draft, index, "DELETED"));
  return [...kept, ...gone];
}

interface Words {
  gone: string;
  isNew: string;
  required: string;
  enabled: string;
  newField: string;
  position: (place: number) => string;
  kindName: (kind: SignInFieldKind) => string;
}

/** Changes of a save, a line for each field. */
export function fieldDifferences(
  saved: readonly FieldDraft[],
  drafts: readonly FieldDraft[],
  words: Words,
): Difference[] {
  const textOf = (fields: readonly FieldDraft[], key: string): string => {
    const index = fields.findIndex((field) => field.key === key);
    const field = fields[index];
    if (!field) return "";
    const marks = [field.required && words.required, field.enabled && words.enabled].filter(Boolean);
    const parts = [field.name, words.kindName(field.kind), field.description, field.options.join(" / ")];
    return [...parts.filter(Boolean), ...marks, words.position(index + 1)].join(" · ");
  };
  const keys = [...new Set([...saved, ...drafts].map(({ key }) => key))];
  return keys.flatMap((key) => {
    const [before, after] = [textOf(saved, key), textOf(drafts, key)];
    if (before === after) return [];
    const named = drafts.find((field) => field.key === key) ?? saved.find((field) => field.key === key);
    return {
      key,
      label: named?.name || words.newField,
      before: before || words.isNew,
      after: after || words.gone,
    };
  });
}
