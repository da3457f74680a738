import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { TopicsAdminTable_TopicFragment } from "../../gql/graphql.ts";
import {
  useDeleteTopicMutation,
  useRecommendTopicMutation,
  useRestoreTopicMutation,
  useUnmergeTopicMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Label } from "../../ui/Label.tsx";
import { Time } from "../../ui/Time.tsx";
import type { Undo } from "../admin/useUndo.tsx";
import { topicsAdminTexts } from "./topicsAdmin.texts.ts";

const MergeDialog = lazy(() => import("./MergeDialog.tsx").then((m) => ({ default: m.MergeDialog })));

const TopicsAdminTable_topic = graphql(`
  fragment TopicsAdminTable_topic on Topic {
    id
    name
    threadCount
    viewCount
    createdAt
    isRecommended
    isDeleted
    mergedInto {
      id
      name
    }
  }
`);
graphql(`
  mutation RecommendTopic($topicId: ID!, $recommended: Boolean!) {
    setTopicRecommended(topicId: $topicId, recommended: $recommended) {
      id
      isRecommended
    }
  }
`);
graphql(`
  mutation DeleteTopic($topicId: ID!) {
    deleteTopic(topicId: $topicId) {
      id
    }
  }
`);
graphql(`
  mutation RestoreTopic($topicId: ID!) {
    restoreTopic(topicId: $topicId) {
      id
    }
  }
`);
graphql(`
  mutation UnmergeTopic($topicId: ID!) {
    unmergeTopic(topicId: $topicId) {
      id
    }
  }
`);

type Topic = TopicsAdminTable_TopicFragment;

interface Props {
  topics: readonly FragmentType<typeof TopicsAdminTable_topic>[];
  /** Runs after something was done; null if it cannot be taken back from here. */
  onChanged: (undo: Undo | null) => Promise<unknown>;
  /** The end of the list. */
  more: ReactNode;
}

/** Topics as rows with what administrators do about each. */
export function TopicsAdminTable({ topics: masked, onChanged, more }: Props) {
  const topics = readFragment(TopicsAdminTable_topic, masked);
  const t = useTexts(topicsAdminTexts);
  const [merging, setMerging] = useState<Topic | null>(null);
  const actions = useTopicActions(onChanged);
  const columns: readonly Column<Topic>[] = [
    { key: "name", header: t.name, phone: "title", cell: (topic) => <TopicName topic={topic} /> },
    { key: "threads", header: t.threads, numeric: true, cell: ({ threadCount }) => threadCount },
    { key: "views", header: t.views, numeric: true, phone: "hidden", cell: ({ viewCount }) => viewCount },
    {
      key: "created",
      header: t.created,
      quiet: true,
      nowrap: true,
      phone: "hidden",
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (topic) => <TopicButtons topic={topic} actions={actions} onMerge={() => setMerging(topic)} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t.topics}
        columns={columns}
        rows={topics}
        empty={<EmptyState title={t.nothing} />}
        more={more}
      />
      {merging && (
        <Suspense fallback={null}>
          <MergeDialog
            topic={merging}
            onClose={() => setMerging(null)}
            onMerged={() => onChanged(() => actions.unmerge(merging.id))}
          />
        </Suspense>
      )}
    </>
  );
}

/** Commands on topics: those that tell what became of them and offer to take them back, and the bare undoing of a merge. */
function useTopicActions(onChanged: Props["onChanged"]) {
  const t = useTexts(topicsAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [recommend] = useRecommendTopicMutation();
  const [remove] = useDeleteTopicMutation();
  const [restore] = useRestoreTopicMutation();
  const [unmerge] = useUnmergeTopicMutation();

  const run = (topicId: string, work: () => Promise<unknown>, undo: Undo | null) =>
    void act(work, { done: t.done, reread: () => onChanged(undo), key: `topic ${topicId}` });
  const setRecommended = (topicId: string, recommended: boolean) => () =>
    recommend({ variables: { topicId, recommended } });
  const deleting = (topicId: string) => () => remove({ variables: { topicId } });
  const restoring = (topicId: string) => () => restore({ variables: { topicId } });
  const unmerging = (topicId: string) => unmerge({ variables: { topicId } });

  return {
    recommend: ({ id, isRecommended }: Topic) =>
      run(id, setRecommended(id, !isRecommended), setRecommended(id, isRecommended)),
    restore: ({ id }: Topic) => run(id, restoring(id), deleting(id)),
    separate: ({ id }: Topic) => run(id, () => unmerging(id), null),
    unmerge: unmerging,
    async remove({ id, name }: Topic) {
      const question = { title: t.deleteQuestion(name), text: t.deleteText, action: common.delete };
      if (await confirm({ ...question, danger: true })) run(id, deleting(id), restoring(id));
    },
  };
}

function TopicName({ topic: { id, name, isDeleted, isRecommended, mergedInto } }: { topic: Topic }) {
  const t = useTexts(topicsAdminTexts);
  const tagged = <bdi>#{name}#</bdi>;
  return (
    <>
      {isDeleted || mergedInto ? <strong>{tagged}</strong> : <Link to={`/topic/${id}`}>{tagged}</Link>}{" "}
      {isRecommended && <Label>{t.recommended}</Label>}
      {mergedInto && <Label tone="warning">{t.mergedInto(mergedInto.name)}</Label>}
    </>
  );
}

interface ButtonsProps {
  topic: Topic;
  actions: ReturnType<typeof useTopicActions>;
  onMerge: () => void;
}

/** The buttons of a row: a deleted topic is restored, a merged one separated, others are recommended, merged, deleted. */
function TopicButtons({ topic, actions, onMerge }: ButtonsProps) {
  const t = useTexts(topicsAdminTexts);
  const { name, isDeleted, isRecommended, mergedInto } = topic;
  if (isDeleted) {
    return (
      <Button size="sm" aria-label={t.restoreOf(name)} onClick={() => actions.restore(topic)}>
        {t.restore}
      </Button>
    );
  }
  if (mergedInto) {
    return (
      <Button size="sm" aria-label={t.unmergeOf(name)} onClick={() => actions.separate(topic)}>
        {t.unmerge}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="sm"
        aria-label={isRecommended ? t.unrecommendOf(name) : t.recommendOf(name)}
        onClick={() => actions.recommend(topic)}
      >
        {isRecommended ? t.unrecommend : t.recommend}
      </Button>
      <Button size="sm" aria-label={t.mergeOf(name)} onClick={onMerge}>
        {t.merge}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label={t.deleteOf(name)}
        onClick={() => void actions.remove(topic)}
      >
        {t.delete}
      </Button>
    </>
  );
}
