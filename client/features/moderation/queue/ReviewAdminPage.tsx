import "@mantine/core/styles/Kbd.layer.css";
import { Kbd } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  type ReviewDecision,
  type ReviewKind,
  ReviewPageDocument,
  type ReviewPageQuery,
} from "../../../gql/graphql.ts";
import { useReviewPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { useShortcuts } from "../../../platform/shortcuts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import panels from "../../../ui/panels.module.css";
import { ReasonPicker } from "./ReasonPicker.tsx";
import { reasonTexts } from "./reason.texts.ts";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";
import { ReviewItem } from "./ReviewItem.tsx";
import { REASONS } from "./reviewReasons.ts";
import { useReason } from "./useReason.ts";
import { useReviewQueue } from "./useReviewQueue.ts";

graphql(`
  query ReviewPage($kind: ReviewKind!) {
    reviewCounts {
      threads
      posts
      reports
    }
    reviewQueue(kind: $kind, first: 30) {
      nodes {
        key
        claimedBy {
          id
          nickname
        }
        ...ReviewItem_item
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

function kindOf(search: URLSearchParams): ReviewKind {
  return KINDS.find((kind) => kind === search.get("kind")) ?? "THREAD";
}

/** `/admin/review` — threads, replies and reports that wait for a decision. */
function ReviewAdminPage() {
  const [search] = useSearchParams();
  return (
    <AdminFrame page="review">
      <Queue key={kindOf(search)} kind={kindOf(search)} />
    </AdminFrame>
  );
}

function Queue({ kind }: { kind: ReviewKind }) {
  const t = useTexts(reviewTexts);
  const query = useReviewPageQuery({ variables: { kind }, pollInterval: POLL_MS });
  return (
    <QueryView query={query}>
      {(data) => (
        <section className={`card ${panels.panel}`} aria-label={t[kind]}>
          <div className={panels.head}>
            <Tabs
              label={t.kinds}
              current={kind}
              tabs={KINDS.map((key) => ({
                key,
                label: t[key],
                to: key === "THREAD" ? "/admin/review" : `/admin/review?kind=${key}`,
                count: data.reviewCounts[COUNT_OF[key]],
              }))}
            />
          </div>
          <Items kind={kind} items={data.reviewQueue.nodes} refetch={() => query.refetch()} />
        </section>
      )}
    </QueryView>
  );
}

const COUNT_OF = { THREAD: "threads", POST: "posts", REPORT: "reports" } as const satisfies Record<
  ReviewKind,
  string
>;

interface ItemsProps {
  kind: ReviewKind;
  items: ReviewPageQuery["reviewQueue"]["nodes"];
  refetch: () => Promise<unknown>;
}

type Decide = (decision: ReviewDecision) => void;

function Items({ kind, items, refetch }: ItemsProps) {
  const t = useTexts(reviewTexts);
  const { given, choose, picker } = useReason();
  const [isBanning, setBanning] = useState(false);
  const { site } = useViewer();
  const held = new Set(items.filter(({ claimedBy }) => claimedBy).map(({ key }) => key));
  const queue = useReviewQueue({ keys: items.map(({ key }) => key), held, refetch, texts: t });
  const { present, waiting, isBusy } = queue;
  const isReport = kind === "REPORT";
  const settle: Decide = (decision) => {
    if (!present) return;
    const isKept = decision === "APPROVE";
    void queue.settle(present, decision, { reason: isKept ? "" : given, ban: isBanning && !isKept });
    // The next one is another person.
    setBanning(false);
  };

  useEffect(() => {
    if (present) document.getElementById(`review-${present}`)?.scrollIntoView({ block: "nearest" });
  }, [present]);
  const toggleBan = () => setBanning((isOn) => !isOn);
  useQueueKeys({ isReport, queue, settle, choose, toggleBan: site.viewerCanAdminister ? toggleBan : null });

  return (
    <>
      <div className={classes.tools}>
        <ReasonPicker {...picker} hasKeys />
        {site.viewerCanAdminister && <Switch label={t.ban} checked={isBanning} onChecked={setBanning} />}
        <Button
          size="sm"
          variant="subtle"
          disabled={queue.decided.length === 0}
          onClick={() => void queue.takeBack()}
        >
          {t.undo} <Key>u</Key>
        </Button>
      </div>
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
                actions={<DecisionButtons isReport={isReport} isBusy={isBusy} onDecide={settle} />}
              />
            ))}
        </ol>
      )}
      <p className={classes.hint}>{t.keys}</p>
    </>
  );
}

interface DecisionProps {
  isReport: boolean;
  isBusy: boolean;
  onDecide: Decide;
}

/** The decisions on an item, each with its key. */
function DecisionButtons({ isReport, isBusy, onDecide }: DecisionProps) {
  const t = useTexts(reviewTexts);
  return (
    <>
      <Button size="sm" variant="primary" loading={isBusy} onClick={() => onDecide("APPROVE")}>
        {isReport ? t.keep : t.approve} <Key>a</Key>
      </Button>
      {!isReport && (
        <Button size="sm" loading={isBusy} onClick={() => onDecide("REFUSE")}>
          {t.refuse} <Key>x</Key>
        </Button>
      )}
      <Button size="sm" variant="danger" loading={isBusy} onClick={() => onDecide("DELETE")}>
        {t.delete} <Key>d</Key>
      </Button>
    </>
  );
}

function Key({ children }: { children: string }) {
  return <Kbd className={classes.key!}>{children}</Kbd>;
}

interface KeysOptions {
  isReport: boolean;
  queue: ReturnType<typeof useReviewQueue>;
  settle: Decide;
  choose: (reason: string) => void;
  /** Null for those who may not ban. */
  toggleBan: (() => void) | null;
}

/** Keys of the queue: moving, deciding, taking back, and the reason by its number. */
function useQueueKeys({ isReport, queue, settle, choose, toggleBan }: KeysOptions): void {
  const t = useTexts(reviewTexts);
  const reasons = useTexts(reasonTexts);
  useShortcuts(t.queue, [
    { keys: "j", label: t.next, run: () => queue.move(1), repeats: true },
    { keys: "k", label: t.previous, run: () => queue.move(-1), repeats: true },
    { keys: "a", label: isReport ? t.keep : t.approve, run: () => settle("APPROVE") },
    ...(isReport ? [] : [{ keys: "x", label: t.refuse, run: () => settle("REFUSE") }]),
    { keys: "d", label: t.delete, run: () => settle("DELETE") },
    ...(toggleBan ? [{ keys: "b", label: t.ban, run: toggleBan }] : []),
    { keys: "u", label: t.undo, run: () => void queue.takeBack() },
    ...(["", ...REASONS] as const).map((key, index) => ({
      keys: String(index + 1),
      label: `${reasons.reason}: ${key ? reasons[key] : reasons.noReason}`,
      run: () => choose(key),
    })),
  ]);
}

/** `/admin/review` for the table of addresses. */
export const reviewAdminPage = definePage({
  Component: ReviewAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(ReviewPageDocument, { kind: kindOf(search) })],
});
