import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { StopWordAction, StopWordInput } from "../../gql/graphql.ts";
import { useDeleteStopWordsMutation, useUpdateStopWordMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.tsx";
import panels from "../admin/panels.module.css";
import { stopWordsTexts } from "./stopWords.texts.ts";

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
  mutation UpdateStopWord($id: ID!, $input: StopWordInput!) {
    updateStopWord(id: $id, input: $input) {
      ...StopWordsTable_word
    }
  }
`);
graphql(`
  mutation DeleteStopWords($ids: [ID!]!) {
    deleteStopWords(ids: $ids)
  }
`);

const FIELDS = ["ugc", "username", "nickname", "signature", "dialog"] as const;
/** Content knows all actions; names, signatures and messages are refused or not. */
const CONTENT_ACTIONS: readonly StopWordAction[] = ["IGNORE", "REPLACE", "REVIEW", "BAN"];
const OTHER_ACTIONS: readonly StopWordAction[] = ["IGNORE", "BAN"];

interface Props {
  words: readonly FragmentType<typeof StopWordsTable_word>[];
  onChanged: () => Promise<unknown>;
}

/** Stop words with what happens in each field; a change is saved at once. */
export function StopWordsTable({ words: masked, onChanged }: Props) {
  const words = readFragment(StopWordsTable_word, masked);
  const t = useTexts(stopWordsTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [update] = useUpdateStopWordMutation();
  const [remove] = useDeleteStopWordsMutation();

  const run = async (work: () => Promise<string>) => {
    try {
      showToast({ type: "success", message: await work() });
    } catch (error) {
      showToast({ type: "error", message: errorOf(error).message });
    }
  };
  const change = (id: string, input: StopWordInput) =>
    void run(async () => {
      await update({ variables: { id, input } });
      return t.saved;
    });
  const removeSelected = async () => {
    const ids = [...selected];
    const title = t.deleteQuestion(ids.length);
    if (!(await confirm({ title, action: common.delete, danger: true }))) return;
    await run(async () => {
      const { data } = await remove({ variables: { ids } });
      setSelected(new Set());
      await onChanged();
      return t.deleted(data?.deleteStopWords ?? 0);
    });
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
      <div className={panels.scroll} tabIndex={0} role="region" aria-label={t.words}>
        <table className={panels.table}>
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
                <td className={panels.nowrap}>{word.find}</td>
                <td className={panels.quiet}>{word.replacement}</td>
                {FIELDS.map((field) => (
                  <td key={field}>
                    <Select
                      label={t.actionOf(word.find, t[field])}
                      hideLabel
                      value={word[field]}
                      onValue={(action) => change(word.id, { [field]: action as StopWordAction })}
                      choices={(field === "ugc" ? CONTENT_ACTIONS : OTHER_ACTIONS).map((action) => ({
                        value: action,
                        label: t[action],
                      }))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
