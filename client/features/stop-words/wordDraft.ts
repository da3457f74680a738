import { graphql } from "../../gql/gql.ts";
import type {
  StopWordAction,
  StopWordChange,
  StopWordInput,
  WordDraft_WordFragment,
} from "../../gql/graphql.ts";

/** Fields of a stop word that a draft changes. */
export const WordDraft_word = graphql(`
  fragment WordDraft_word on StopWord {
    id
    find
    replacement
    ugc
    username
    nickname
    signature
    dialog
  }
`);

/** A stop word as a row of the table. */
export type Word = WordDraft_WordFragment;

/** Fields with an action of their own, in the order of the columns. */
export const COLUMN_FIELDS = ["ugc", "username", "nickname", "signature", "dialog"] as const;

/** Unsaved actions of each word, by its id. */
export type WordDraft = Readonly<Record<string, StopWordInput>>;

interface ActionChange {
  word: Word;
  field: (typeof COLUMN_FIELDS)[number];
  action: StopWordAction;
}

/** The actions of a draft that differ from those of the words. */
export function changedActions(words: readonly Word[], draft: WordDraft): ActionChange[] {
  return words.flatMap((word) =>
    COLUMN_FIELDS.flatMap((field) => {
      const action = draft[word.id]?.[field];
      return action && action !== word[field] ? [{ word, field, action }] : [];
    }),
  );
}

/** One change for each word: the actions that were shown, so that the server notices a conflict, and the new ones. */
export function wordChanges(actions: readonly ActionChange[]): StopWordChange[] {
  const changes = new Map<string, StopWordChange & { before: StopWordInput; after: StopWordInput }>();
  for (const { word, field, action } of actions) {
    const { before, after } = changes.get(word.id) ?? { before: {}, after: {} };
    changes.set(word.id, {
      id: word.id,
      before: { ...before, [field]: word[field] },
      after: { ...after, [field]: action },
    });
  }
  return [...changes.values()];
}
