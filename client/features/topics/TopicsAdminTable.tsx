import { Link } from "react-router-dom";
import { lazy, Suspense, useState } from "react";
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
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Time } from "../../ui/Time.tsx";
import panels from "../admin/panels.module.css";
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
  /** Something was done; null if it cannot be taken back from here. */
  onChanged: (undo: Undo | null) => Promise<unknown>;
}

/** Topics as rows with what administrators do about each. */
export function TopicsAdminTable({ topics: masked, onChanged }: Props) {
  const topics = readFragment(TopicsAdminTable_topic, masked);
  const t = useTexts(topicsAdminTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const [merging, setMerging] = useState<Topic | null>(null);
  const [recommend] = useRecommendTopicMutation();
  const [remove] = useDeleteTopicMutation();
  const [restore] = useRestoreTopicMutation();
  const [unmerge] = useUnmergeTopicMutation();

  const run = (work: () => Promise<unknown>, undo: Undo | null) =>
    act(work, { done: t.done, reread: () => onChanged(undo) });
  const setRecommended = ({ id: topicId }: Topic, recommended: boolean) => {
    const set = (on: boolean) => recommend({ variables: { topicId, recommended: on } });
    return run(
      () => set(recommended),
      () => set(!recommended),
    );
  };
  const bring = (topicId: string) => restore({ variables: { topicId } });
  const take = (topicId: string) => remove({ variables: { topicId } });
  const askAndDelete = async ({ id, name }: Topic) => {
    const question = {
      title: t.deleteQuestion(name),
      text: t.deleteText,
      action: common.delete,
      danger: true,
    };
    if (!(await confirm(question))) return;
    await run(
      () => take(id),
      () => bring(id),
    );
  };
  if (topics.length === 0) return <EmptyState title={t.nothing} />;

  return (
    <div className={panels.scroll}>
      <table className={`${panels.table} ${panels.stack}`}>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col" className={panels.number}>
              {t.threads}
            </th>
            <th scope="col" className={panels.number}>
              {t.views}
            </th>
            <th scope="col">{t.created}</th>
            <th scope="col">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={topic.id}>
              <td className={panels.wide}>
                {topic.isDeleted || topic.mergedInto ? (
                  <strong>
                    <bdi>#{topic.name}#</bdi>
                  </strong>
                ) : (
                  <Link to={`/topic/${topic.id}`}>
                    <bdi>#{topic.name}#</bdi>
                  </Link>
                )}{" "}
                {topic.isRecommended && <span className={panels.badge}>{t.recommended}</span>}
                {topic.mergedInto && (
                  <span className={`${panels.badge} ${panels.warning}`}>
                    {t.mergedInto(topic.mergedInto.name)}
                  </span>
                )}
              </td>
              <td className={panels.number}>{topic.threadCount}</td>
              <td className={`${panels.number} ${panels.spare}`}>{topic.viewCount}</td>
              <td className={`${panels.quiet} ${panels.nowrap} ${panels.spare}`}>
                <Time value={topic.createdAt} />
              </td>
              <td>
                <div className={panels.row}>
                  {topic.isDeleted ? (
                    <Button
                      size="sm"
                      aria-label={t.restoreOf(topic.name)}
                      onClick={() =>
                        void run(
                          () => bring(topic.id),
                          () => take(topic.id),
                        )
                      }
                    >
                      {t.restore}
                    </Button>
                  ) : topic.mergedInto ? (
                    <Button
                      size="sm"
                      aria-label={t.unmergeOf(topic.name)}
                      onClick={() => void run(() => unmerge({ variables: { topicId: topic.id } }), null)}
                    >
                      {t.unmerge}
                    </Button>
                  ) : (
                    <>
                      <Button
                        size="sm"
                        aria-label={
                          topic.isRecommended ? t.unrecommendOf(topic.name) : t.recommendOf(topic.name)
                        }
                        onClick={() => void setRecommended(topic, !topic.isRecommended)}
                      >
                        {topic.isRecommended ? t.unrecommend : t.recommend}
                      </Button>
                      <Button size="sm" aria-label={t.mergeOf(topic.name)} onClick={() => setMerging(topic)}>
                        {t.merge}
                      </Button>
                      <Button
                        size="sm"
                        variant="subtle"
                        aria-label={t.deleteOf(topic.name)}
                        onClick={() => void askAndDelete(topic)}
                      >
                        {t.delete}
                      </Button>
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {merging && (
        <Suspense fallback={null}>
          <MergeDialog
            topic={merging}
            onClose={() => setMerging(null)}
            onMerged={() => onChanged(() => unmerge({ variables: { topicId: merging.id } }))}
          />
        </Suspense>
      )}
    </div>
  );
}
