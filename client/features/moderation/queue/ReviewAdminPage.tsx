import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { type ReviewKind, ReviewPageDocument, type ReviewPageQuery } from "../../../gql/graphql.ts";
import { useReviewPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { useShortcuts } from "../../../platform/shortcuts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import panels from "../../../ui/panels.module.css";
import { DecisionPanel } from "./DecisionPanel.tsx";
import { Key } from "./Key.tsx";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";
import { COUNT_OF, type ReviewCounts } from "./reviewCounts.ts";
import { ReviewItem } from "./ReviewItem.tsx";
import { useReviewQueue } from "./useReviewQueue.ts";

graphql(`
  query ReviewPage($kind: ReviewKind) {
    reviewCounts {
      threads
      posts
      reports
      members
    }
    reviewQueue(kind: $kind, first: 30) {
      nodes {
        key
        kind
        claimedBy {
          id
          nickname
        }
        ...ReviewItem_item
        ...DecisionPanel_item
      }
    }
  }
`);
graphql(`
  mutation ClaimReviews($keys: [ID!]!) {
    claimReviews(keys: $keys)
  }
`);
graphql(`
  mutation DecideReview($input: DecideReviewInput!) {
    decideReview(input: $input)
  }
`);
graphql(`
  mutation UndoReview($key: ID!, $unban: Boolean!) {
    undoReview(key: $key, unban: $unban)
  }
`);

const KINDS: readonly ReviewKind[] = ["THREAD", "POST", "REPORT"];
/** Interval at which an open queue is read again, in milliseconds. */
const POLL_MS = 30_000;

/** The kind that the address names; null for everything, so that the page opens where something waits. */
function kindOf(search: URLSearchParams): ReviewKind | null {
  return KINDS.find((kind) => kind === search.get("kind")) ?? null;
}

/** `/admin/review` — threads, replies and reports that wait for a decision. */
function ReviewAdminPage() {
  const [search] = useSearchParams();
  const kind = kindOf(search);
  return (
    <AdminFrame page="review">
      <Queue key={kind} kind={kind} />
    </AdminFrame>
  );
}

function Queue({ kind }: { kind: ReviewKind | null }) {
  const t = useTexts(reviewTexts);
  const query = useReviewPageQuery({ variables: { kind }, pollInterval: POLL_MS });
  return (
    <QueryView query={query}>
      {(data) => (
        <section className={`card ${panels.panel}`} aria-label={t[kind ?? "ALL"]}>
          <div className={panels.head}>
            <QueueTabs kind={kind} counts={data.reviewCounts} />
          </div>
          <Items items={data.reviewQueue.nodes} refetch={() => query.refetch()} />
        </section>
      )}
    </QueryView>
  );
}

/** The kinds with their numbers, everything first; registrations lead to the page of members. */
function QueueTabs({ kind, counts }: { kind: ReviewKind | null; counts: ReviewCounts }) {
  const t = useTexts(reviewTexts);
  const { site } = useViewer();
  const ofKind = (key: ReviewKind) => ({
    key,
    label: t[key],
    to: `/admin/review?kind=${key}`,
    count: counts[COUNT_OF[key]],
  });
  const all = KINDS.reduce((sum, key) => sum + counts[COUNT_OF[key]], 0);
  return (
    <Tabs
      label={t.kinds}
      current={kind ?? "ALL"}
      tabs={[
        { key: "ALL", label: t.ALL, to: "/admin/review", count: all },
        ...KINDS.map(ofKind),
        ...(site.viewerCanAdminister && counts.members > 0
          ? [
              {
                key: "members",
                label: t.registrations,
                to: "/admin/members?status=UNDER_REVIEW",
                count: counts.members,
              },
            ]
          : []),
      ]}
    />
  );
}

interface ItemsProps {
  items: ReviewPageQuery["reviewQueue"]["nodes"];
  refetch: () => Promise<unknown>;
}

function Items({ items, refetch }: ItemsProps) {
  const t = useTexts(reviewTexts);
  const held = new Set(items.filter(({ claimedBy }) => claimedBy).map(({ key }) => key));
  const queue = useReviewQueue({ items, held, refetch, texts: t });
  const { present, waiting, isBusy } = queue;

  useEffect(() => {
    if (present) document.getElementById(`review-${present}`)?.scrollIntoView({ block: "nearest" });
  }, [present]);
  useShortcuts(t.queue, [
    { keys: "j", label: t.next, run: () => queue.move(1), repeats: true },
    { keys: "k", label: t.previous, run: () => queue.move(-1), repeats: true },
    { keys: "u", label: t.undo, run: () => void queue.takeBack() },
  ]);

  return (
    <>
      {waiting.length === 0 ? (
        <EmptyState title={t.nothing} text={t.nothingText} />
      ) : (
        <ol className={classes.items}>
          {items
            .filter(({ key }) => waiting.includes(key))
            .map((item) => (
              <ReviewItem
                key={item.key}
                item={item}
                isPresent={item.key === present}
                heldBy={item.claimedBy?.nickname ?? null}
                onChoose={() => queue.choose(item.key)}
                actions={
                  <DecisionPanel
                    item={item}
                    isBusy={isBusy}
                    onDecide={(decision, how) => void queue.settle(item.key, decision, how)}
                  />
                }
              />
            ))}
        </ol>
      )}
      <div className={classes.tools}>
        <p className={classes.hint}>
          {waiting.length > 0 && t.keysMove}
          {waiting.length > 0 && queue.decided.length > 0 && " · "}
          {queue.decided.length > 0 && t.keysUndo}
        </p>
        {queue.decided.length > 0 && (
          <Button size="sm" variant="subtle" onClick={() => void queue.takeBack()}>
            {t.undo} <Key>u</Key>
          </Button>
        )}
      </div>
    </>
  );
}

/** `/admin/review` for the table of addresses. */
export const reviewAdminPage = definePage({
  Component: ReviewAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(ReviewPageDocument, { kind: kindOf(search) })],
});
