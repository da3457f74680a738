import { lazy, type ReactNode, Suspense, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { StopWordAction, StopWordChange, StopWordInput } from "../../gql/graphql.ts";
import { useChangeStopWordsMutation, useDeleteStopWordsMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/Select.tsx";
import panels from "../../ui/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { stopWordsTexts } from "./stopWords.texts.ts";
import classes from "./StopWordsTable.module.css";
import {
  changedActions,
  COLUMN_FIELDS,
  type Word,
  type WordDraft,
  WordDraft_word,
  wordChanges,
} from "./wordDraft.ts";
import { actionsOf } from "./wordLine.ts";

const EditWordDialog = lazy(() =>
  import("./EditWordDialog.tsx").then((m) => ({ default: m.EditWordDialog })),
);

graphql(`
  mutation ChangeStopWords($changes: [StopWordChange!]!) {
    changeStopWords(changes: $changes) {
      batchId
      words {
        ...WordDraft_word
      }
    }
  }
`);
graphql(`
  mutation DeleteStopWords($ids: [ID!]!) {
    deleteStopWords(ids: $ids) {
      id
      wordCount
    }
  }
`);

interface Props {
  words: readonly FragmentType<typeof WordDraft_word>[];
  /** Receives the batch that takes it back; null if nothing was done. */
  onDone: (batchId: string | null, message: string) => Promise<unknown>;
  /** Takes a batch back. */
  onUndo: (batchId: string) => Promise<unknown>;
  /** Reads the words anew. */
  onConflict: () => Promise<unknown>;
  /** The end of the list. */
  more: ReactNode;
}

/** Stop words with what happens in each field; actions are changed in the table and saved together. */
export function StopWordsTable({ words: masked, onDone, onUndo, onConflict, more }: Props) {
  const words = readFragment(WordDraft_word, masked);
  const t = useTexts(stopWordsTexts);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = words.find(({ id }) => id === editedId);
  const [draft, setDraft] = useState<WordDraft>({});
  const [lastBatch, setLastBatch] = useState<string | null>(null);
  const store = useStoreChanges(onConflict);
  const columns = useColumns(draft, setDraft, setEditedId);

  const saveWord = async (before: Word, after: StopWordInput) => {
    const seen = Object.fromEntries(Object.keys(after).map((part) => [part, before[part as "ugc"]]));
    const batchId = await store([{ id: before.id, before: seen, after }]);
    // Saved is saved: if the list cannot be read anew, that alone is tried again.
    void act(() => onDone(batchId, t.saved));
  };
  const changed = changedActions(words, draft);
  const differences = changed.map(({ word, field, action }) => ({
    key: `${word.id}.${field}`,
    label: t.actionOf(word.find, t[field]),
    before: t[word[field]],
    after: t[action],
  }));
  const saveActions = async () => {
    setLastBatch(await store(wordChanges(changed)));
    setDraft({});
  };
  const undoActions = async (batchId: string) => {
    await onUndo(batchId);
    setLastBatch(null);
  };

  return (
    <>
      <SelectionBar selected={selected} onSelected={setSelected} onDone={onDone} />
      <div className={classes.words}>
        <DataTable
          caption={t.table}
          columns={columns}
          rows={words}
          empty={<EmptyState title={t.nothing} />}
          selection={{
            selected,
            onSelected: setSelected,
            labelOf: ({ find }) => t.select(find),
            allLabel: t.selectAll,
          }}
          actionsBesideTitle
          isWide
          more={more}
        />
      </div>
      {edited && (
        <Suspense fallback={null}>
          <EditWordDialog
            word={edited}
            onSave={(input) => saveWord(edited, input)}
            onClose={() => setEditedId(null)}
          />
        </Suspense>
      )}
      <SaveBar
        differences={differences}
        onSave={saveActions}
        onDiscard={() => setDraft({})}
        onUndo={lastBatch === null ? null : () => undoActions(lastBatch)}
      />
    </>
  );
}

/** Saves changes as one batch and gives its id; reads the words anew if somebody else has changed one of them. */
function useStoreChanges(onConflict: () => Promise<unknown>) {
  const [change] = useChangeStopWordsMutation();
  return async (changes: StopWordChange[]): Promise<string | null> => {
    try {
      const { data } = await change({ variables: { changes } });
      return data!.changeStopWords.batchId ?? null;
    } catch (error) {
      // What somebody else has changed is shown beside what was wanted here.
      if (errorOf(error).code === "CONFLICT") void onConflict().catch(() => undefined);
      throw error;
    }
  };
}

function useColumns(
  draft: WordDraft,
  onDraft: (draft: WordDraft) => void,
  onEdit: (id: string) => void,
): Column<Word>[] {
  const t = useTexts(stopWordsTexts);
  const common = useTexts(commonTexts);
  const actionColumns = COLUMN_FIELDS.map((field): Column<Word> => ({
    key: field,
    header: t[field],
    phone: "hidden",
    className: classes.action,
    cell: ({ id, find, [field]: action }) => (
      <Select
        label={t.actionOf(find, t[field])}
        hideLabel
        value={draft[id]?.[field] ?? action}
        onValue={(value) => onDraft({ ...draft, [id]: { ...draft[id], [field]: value as StopWordAction } })}
        choices={actionsOf(field).map((each) => ({ value: each, label: t[each] }))}
      />
    ),
  }));
  const summaryOf = (word: Word) =>
    COLUMN_FIELDS.filter((field) => word[field] !== "IGNORE")
      .map((field) => `${t[field]} ${t[word[field]]}`)
      .join(" · ");
  return [
    { key: "find", header: t.word, phone: "title", className: classes.find, cell: ({ find }) => find },
    {
      key: "replacement",
      header: t.replacement,
      quiet: true,
      phone: "labelled",
      className: classes.replacement,
      cell: ({ replacement }) => replacement,
    },
    ...actionColumns,
    { key: "summary", header: t.actions, quiet: true, phone: "only", cell: summaryOf },
    {
      key: "edit",
      header: common.edit,
      hideHeader: true,
      actions: true,
      cell: ({ id, find }) => (
        <Button size="sm" aria-label={t.editTitle(find)} onClick={() => onEdit(id)}>
          {common.edit}
        </Button>
      ),
    },
  ];
}

interface SelectionBarProps {
  selected: ReadonlySet<string>;
  onSelected: (ids: ReadonlySet<string>) => void;
  onDone: Props["onDone"];
}

/** Deletes the chosen words after a question; nothing while none is chosen. */
function SelectionBar({ selected, onSelected, onDone }: SelectionBarProps) {
  const t = useTexts(stopWordsTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [remove] = useDeleteStopWordsMutation();
  if (selected.size === 0) return null;

  const removeSelected = async () => {
    const ids = [...selected];
    const title = t.deleteQuestion(ids.length);
    if (!(await confirm({ title, action: common.delete, danger: true }))) return;
    await act(
      async () => {
        const { data } = await remove({ variables: { ids } });
        onSelected(new Set());
        return data?.deleteStopWords;
      },
      {
        reread: (batch) => onDone(batch?.id ?? null, t.deleted(batch?.wordCount ?? 0)),
        key: "deleteStopWords",
      },
    );
  };
  return (
    <div className={panels.head} role="status">
      <strong>{t.selected(selected.size)}</strong>
      <Button size="sm" variant="danger" onClick={() => void removeSelected()}>
        {t.deleteSelected}
      </Button>
    </div>
  );
}
