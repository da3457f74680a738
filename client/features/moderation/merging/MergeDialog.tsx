import { type FormEvent, useDeferredValue, useState } from "react";
import { skipToken } from "@apollo/client/react";
import { useNavigate } from "react-router-dom";
import { graphql } from "../../../gql/gql.ts";
import { useMergeTargetQuery, useMergeTargetsQuery, useMergeThreadsMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { ReasonPicker } from "../queue/ReasonPicker.tsx";
import { useReason } from "../queue/useReason.ts";
import classes from "./merging.module.css";
import { mergingTexts } from "./merging.texts.ts";

graphql(`
  query MergeTargets($query: String!) {
    search(query: $query, kind: THREAD, first: 6, sort: RELEVANCE) {
      nodes {
        thread {
          id
          title
          category {
            id
            name
          }
        }
      }
    }
  }
`);
graphql(`
  query MergeTarget($id: ID!) {
    thread(id: $id) {
      id
      title
      category {
        id
        name
      }
    }
  }
`);
graphql(`
  mutation MergeThreads($input: MergeThreadsInput!) {
    mergeThreads(input: $input) {
      id
    }
  }
`);

/** A thread that another can be merged into. */
interface Target {
  id: string;
  title: string;
  category: { name: string };
}

/** Reads the thread's id from its address, or from a number that was typed. */
function idOf(text: string): string | null {
  return /\/thread\/(\d{1,16})/.exec(text)?.[1] ?? /^#?(\d{1,16})$/.exec(text.trim())?.[1] ?? null;
}

/** Threads that what was typed means: one by its address, others by their words. */
function useTargets(typed: string, ownId: string): readonly Target[] | null {
  const text = useDeferredValue(typed.trim());
  const id = idOf(text);
  const byId = useMergeTargetQuery(id === null ? skipToken : { variables: { id } });
  const found = useMergeTargetsQuery(text === "" || id !== null ? skipToken : { variables: { query: text } });
  if (text === "" || byId.loading || found.loading) return null;
  const threads = id === null ? found.data?.search.nodes.map(({ thread }) => thread) : [byId.data?.thread];
  return (threads ?? []).flatMap((thread) => (thread && thread.id !== ownId ? [thread] : []));
}

interface Props {
  threadId: string;
  onClose(): void;
}

/** Puts a thread behind another one, which is found by its title or its address. */
export function MergeDialog({ threadId, onClose }: Props) {
  const t = useTexts(mergingTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const targets = useTargets(typed, threadId);
  const { given, picker } = useReason("", []);
  const { act, isBusy } = useAct();
  const [merge] = useMergeThreadsMutation();
  const intoThreadId = targets?.find(({ id }) => id === chosen)?.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!intoThreadId) return;
    void act(
      async () => {
        await merge({ variables: { input: { threadId, intoThreadId, reason: given } } });
        onClose();
        void navigate(`/thread/${intoThreadId}`);
      },
      { done: t.merged },
    );
  };
  return (
    <Sheet title={t.mergeTitle} size="medium" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t.mergeText}</p>
        <Field label={t.target} hint={t.targetHint} value={typed} onValue={setTyped} data-autofocus />
        {targets && targets.length > 0 && (
          <fieldset className={classes.targets}>
            <legend className={classes.legend}>{t.targets}</legend>
            {targets.map(({ id, title, category }) => (
              <label key={id} className={classes.target}>
                <input
                  type="radio"
                  name="merge-target"
                  checked={id === chosen}
                  onChange={() => setChosen(id)}
                />
                <bdi className={classes.title}>{title}</bdi>
                <span className={classes.category}>{category.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        <p role="status" className={classes.text}>
          {targets?.length === 0 && t.noTarget}
        </p>
        <ReasonPicker {...picker} hint={reasons.authorReads} />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={!intoThreadId}>
            {t.mergeAction}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
