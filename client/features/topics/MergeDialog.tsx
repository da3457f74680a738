import { type FormEvent, useId, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useMergeCandidatesQuery, useMergeTopicMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Field } from "../../ui/Field.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
import { FormFoot } from "../admin/FormFoot.tsx";
import { topicsAdminTexts } from "./topicsAdmin.texts.ts";

graphql(`
  query MergeCandidates($query: String!) {
    managedTopics(query: $query, state: LIVE, first: 10) {
      nodes {
        id
        name
        threadCount
      }
    }
  }
`);
graphql(`
  mutation MergeTopic($topicId: ID!, $intoId: ID!) {
    mergeTopic(topicId: $topicId, intoId: $intoId) {
      id
    }
  }
`);

interface Props {
  topic: { id: string; name: string; threadCount: number };
  onClose: () => void;
  onMerged: () => Promise<unknown>;
}

/** Chooses the topic that another becomes a part of, and shows what that changes. */
export function MergeDialog({ topic, onClose, onMerged }: Props) {
  const t = useTexts(topicsAdminTexts);
  const listId = useId();
  const [name, setName] = useState("");
  const { act, isBusy } = useAct();
  const [merge] = useMergeTopicMutation();
  const typed = name.replaceAll("#", "").trim();
  const query = useMergeCandidatesQuery(typed ? { variables: { query: typed } } : skipToken);
  const candidates = (query.data?.managedTopics.nodes ?? []).filter(({ id }) => id !== topic.id);
  const into = candidates.find((candidate) => candidate.name.toLowerCase() === typed.toLowerCase());
  const isItself = typed.toLowerCase() === topic.name.toLowerCase();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!into) return;
    await act(
      async () => {
        await merge({ variables: { topicId: topic.id, intoId: into.id } });
        onClose();
      },
      { done: t.done, reread: onMerged },
    );
  };

  return (
    <AdminDialog title={t.mergeOf(topic.name)} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <Field
          label={t.mergeInto}
          hint={t.mergeHint}
          value={name}
          onValue={setName}
          error={isItself ? t.itself : typed && query.data && candidates.length === 0 ? t.noTopic : null}
          list={listId}
          autoComplete="off"
          data-autofocus
        />
        <datalist id={listId}>
          {candidates.map((candidate) => (
            <option key={candidate.id} value={candidate.name} />
          ))}
        </datalist>
        <p>{t.mergeText}</p>
        <FormFoot
          differences={
            into
              ? [
                  { key: "name", label: `#${topic.name}#`, before: t.own, after: t.mergedInto(into.name) },
                  {
                    key: "threads",
                    label: t.threadsThere(into.name),
                    before: String(into.threadCount),
                    after: t.atLeast(into.threadCount + topic.threadCount),
                  },
                ]
              : []
          }
          isBusy={isBusy}
          onCancel={onClose}
          action={t.merge}
        />
      </form>
    </AdminDialog>
  );
}
