import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete } from "@mantine/core";
import { useForm } from "@mantine/form";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import { useMergeCandidatesQuery, useMergeTopicMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Sheet } from "../../ui/Sheet.tsx";
import { useWhileMounted } from "../../ui/useWhileMounted.ts";
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
  const form = useForm({ initialValues: { name: "" } });
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const [merge] = useMergeTopicMutation();
  const typed = form.values.name.replaceAll("#", "").trim();
  const query = useMergeCandidatesQuery(typed ? { variables: { query: typed } } : skipToken);
  const candidates = (query.data?.managedTopics.nodes ?? []).filter(({ id }) => id !== topic.id);
  const into = candidates.find((candidate) => candidate.name.toLowerCase() === typed.toLowerCase());
  const isItself = typed.toLowerCase() === topic.name.toLowerCase();
  const isUnknown = typed !== "" && query.data !== undefined && candidates.length === 0;

  const submit = form.onSubmit(async () => {
    if (!into) return;
    await act(
      async () => {
        await merge({ variables: { topicId: topic.id, intoId: into.id } });
        closeOwn();
      },
      { done: t.done, reread: onMerged },
    );
  });
  const differences = into && [
    { key: "name", label: `#${topic.name}#`, before: t.own, after: t.mergedInto(into.name) },
    {
      key: "threads",
      label: t.threadsThere(into.name),
      before: String(into.threadCount),
      after: t.atLeast(into.threadCount + topic.threadCount),
    },
  ];

  return (
    <Sheet title={t.mergeOf(topic.name)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <Autocomplete
          {...form.getInputProps("name")}
          label={t.mergeInto}
          description={t.mergeHint}
          error={isItself ? t.itself : isUnknown ? t.noTopic : null}
          inputWrapperOrder={["label", "input", "description", "error"]}
          // Nothing is left to choose once the only candidate is named.
          data={into && candidates.length === 1 ? [] : candidates.map(({ name }) => name)}
          // The server has searched.
          filter={({ options }) => options}
          data-autofocus
        />
        <p>{t.mergeText}</p>
        <FormFoot differences={differences ?? []} isBusy={isBusy} onCancel={onClose} action={t.merge} />
      </form>
    </Sheet>
  );
}
