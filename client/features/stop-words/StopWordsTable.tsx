import { lazy, Suspense, useState } from "react";
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
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/Select.tsx";
import panels from "../admin/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { stopWordsTexts } from "./stopWords.texts.ts";
import classes from "./StopWordsTable.module.css";
import { actionsOf, type EditedWord } from "./wordLine.ts";

const EditWordDialog = lazy(() =>
  import("./EditWordDialog.tsx").then((m) => ({ default: m.EditWordDialog })),
);

const StopWordsTable_word = graphql(`
  fragment StopWordsTable_word on StopWord {
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
graphql(`
  mutation ChangeStopWords($changes: [StopWordChange!]!) {
    changeStopWords(changes: $changes) {
      batchId
      words {
        ...StopWordsTable_word
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

const FIELDS = ["ugc", "username", "nickname", "signature", "dialog"] as const;

interface Props {
  words: readonly FragmentType<typeof StopWordsTable_word>[];
  /** Told the batch that takes it back; null if nothing was done. */
  onDone: (batchId: string | null, message: string) => Promise<unknown>;
  /** Takes a batch back. */
  onUndo: (batchId: string) => Promise<unknown>;
  /** Reads the words anew. */
  onConflict: () => Promise<unknown>;
}

/** What is changed of each word, by its id. */
type Draft = Readonly<Record<string, StopWordInput>>;

/** Stop words with what happens in each field. */
export function StopWordsTable({ words: masked, onDone, onUndo, onConflict }: Props) {
  const words = readFragment(StopWordsTable_word, masked);
  const t = useTexts(stopWordsTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = words.find(({ id }) => id === editedId);
  const [draft, setDraft] = useState<Draft>({});
  const [lastBatch, setLastBatch] = useState<string | null>(null);
  const [change] = useChangeStopWordsMutation();
  const [remove] = useDeleteStopWordsMutation();

  const store = async (changes: StopWordChange[]): Promise<string | null> => {
    try {
      const { data } = await change({ variables: { changes } });
      return data!.changeStopWords.batchId ?? null;
    } catch (error) {
      // What somebody else has changed is shown beside what was wanted here.
      if (errorOf(error).code === "CONFLICT") void onConflict().catch(() => undefined);
      throw error;
    }
  };
  const save = async (before: EditedWord & { id: string }, after: StopWordInput) => {
    const seen = Object.fromEntries(Object.keys(after).map((part) => [part, before[part as "ugc"]]));
    const batchId = await store([{ id: before.id, before: seen, after }]);
    void onDone(batchId, t.saved);
  };
  const changed = words.flatMap((word) =>
    FIELDS.flatMap((field) => {
      const action = draft[word.id]?.[field];
      return action && action !== word[field] ? [{ word, field, action }] : [];
    }),
  );
  const differences = changed.map(({ word, field, action }) => ({
    key: `${word.id}.${field}`,
    label: t.actionOf(word.find, t[field]),
    before: t[word[field]],
    after: t[action],
  }));
  const saveActions = async () => {
    const changes = new Map<string, StopWordChange & { before: StopWordInput; after: StopWordInput }>();
    for (const { word, field, action } of changed) {
      const { before, after } = changes.get(word.id) ?? { before: {}, after: {} };
      const seen = { ...before, [field]: word[field] };
      changes.set(word.id, { id: word.id, before: seen, after: { ...after, [field]: action } });
    }
    setLastBatch(await store([...changes.values()]));
    setDraft({});
  };
  const removeSelected = async () => {
    const ids = [...selected];
    const title = t.deleteQuestion(ids.length);
    if (!(await confirm({ title, action: common.delete, danger: true }))) return;
    await act(
      async () => {
        const { data } = await remove({ variables: { ids } });
        setSelected(new Set());
        return data?.deleteStopWords;
      },
      { reread: (batch) => onDone(batch?.id ?? null, t.deleted(batch?.wordCount ?? 0)) },
    );
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  if (words.length === 0) return <EmptyState title={t.nothing} />;

  return (
    <>
      {selected.size > 0 && (
        <div className={panels.head} role="status">
          <strong>{t.selected(selected.size)}</strong>
          <Button size="sm" variant="danger" onClick={() => void removeSelected()}>
            {t.deleteSelected}
          </Button>
        </div>
      )}
      <div className={panels.scroll} tabIndex={0} role="region" aria-label={t.table}>
        <table className={`${panels.table} ${panels.stack} ${panels.beside} ${classes.words}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t.deleteSelected}</span>
              </th>
              <th scope="col">{t.word}</th>
              <th scope="col">{t.replacement}</th>
              {FIELDS.map((field) => (
                <th key={field} scope="col">
                  {t[field]}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{common.edit}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {words.map((word) => (
              <tr key={word.id}>
                <td>
                  <input
                    type="checkbox"
                    className={panels.check}
                    aria-label={t.select(word.find)}
                    checked={selected.has(word.id)}
                    onChange={() => toggle(word.id)}
                  />
                </td>
                <td className={panels.wide}>{word.find}</td>
                <td className={`${panels.quiet} ${classes.replacement}`} data-label={t.replacement}>
                  {word.replacement}
                </td>
                {FIELDS.map((field) => (
                  <td key={field} className={panels.spare}>
                    <Select
                      label={t.actionOf(word.find, t[field])}
                      hideLabel
                      value={draft[word.id]?.[field] ?? word[field]}
                      onValue={(action) =>
                        setDraft({
                          ...draft,
                          [word.id]: { ...draft[word.id], [field]: action as StopWordAction },
                        })
                      }
                      choices={actionsOf(field).map((action) => ({
                        value: action,
                        label: t[action],
                      }))}
                    />
                  </td>
                ))}
                <td className={`${panels.quiet} ${panels.phoneOnly}`}>
                  {FIELDS.filter((field) => word[field] !== "IGNORE")
                    .map((field) => `${t[field]} ${t[word[field]]}`)
                    .join(" · ")}
                </td>
                <td>
                  <div className={panels.row}>
                    <Button
                      size="sm"
                      aria-label={t.editTitle(word.find)}
                      onClick={() => setEditedId(word.id)}
                    >
                      {common.edit}
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited && (
        <Suspense fallback={null}>
          <EditWordDialog
            word={edited}
            onSave={(input) => save(edited, input)}
            onClose={() => setEditedId(null)}
          />
        </Suspense>
      )}
      <SaveBar
        differences={differences}
        onSave={saveActions}
        onDiscard={() => setDraft({})}
        onUndo={
          lastBatch === null
            ? null
            : async () => {
                await onUndo(lastBatch);
                setLastBatch(null);
              }
        }
      />
    </>
  );
}
