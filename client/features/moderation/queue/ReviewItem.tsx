import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { ReviewItem_ItemFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Html } from "../../../ui/Html.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Time } from "../../../ui/Time.tsx";
import { Evidence } from "./Evidence.tsx";
import { Note } from "./Note.tsx";
import { reasonTexts } from "./reason.texts.ts";
import { ReportedMessages } from "./ReportedMessages.tsx";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";

const ReviewItem_item = graphql(`
  fragment ReviewItem_item on ReviewItem {
    key
    createdAt
    stopWords
    ...Evidence_item
    thread {
      id
      title
      bodyHtml
      author {
        id
        nickname
      }
      category {
        id
        name
      }
    }
    post {
      id
      number
      bodyHtml
      author {
        id
        nickname
      }
    }
    report {
      id
      reason
      detail
      messageId
      reporter {
        id
        nickname
      }
      user {
        id
        nickname
        signature
      }
    }
  }
`);

interface Props {
  item: FragmentType<typeof ReviewItem_item>;
  /** The one that keys act on. */
  isPresent: boolean;
  /** Another moderator who is at it. */
  heldBy: string | null;
  onChoose: () => void;
  actions: ReactNode;
}

type Item = ReviewItem_ItemFragment;

/** Something that waits for a decision: folded, or whole with what can be done while it is the present one. */
export function ReviewItem({ item: masked, isPresent, heldBy, onChoose, actions }: Props) {
  const item = readFragment(ReviewItem_item, masked);
  const { key, createdAt, thread, post, report } = item;
  const t = useTexts(reviewTexts);
  const reasons = useTexts(reasonTexts);
  const author = authorOf(item);
  const title = report?.user ? report.user.nickname : (thread?.title ?? t.gone);

  return (
    <li id={`review-${key}`} className={classes.item} data-present={isPresent || undefined}>
      <button type="button" className={classes.choose} aria-expanded={isPresent} onClick={onChoose}>
        <span className={classes.name}>
          {report?.user && <small>{report.messageId ? t.messageReported : t.memberReported} </small>}
          {post && <small>{t.inThread} </small>}
          {title}
        </span>
        <span className={classes.about}>
          {report && <Label tone="warning">{reasons[report.reason]}</Label>}
          {heldBy && <Label>{t.heldBy(heldBy)}</Label>}
          {thread && !report?.user && (
            <span>
              <bdi>{thread.category.name}</bdi>
            </span>
          )}
          <span>{author ? <bdi>{author.nickname}</bdi> : t.anonymous}</span>
          <Time value={createdAt} />
        </span>
      </button>
      {isPresent && <Whole item={item} actions={!heldBy && actions} />}
    </li>
  );
}

/** The whole of an item: why it waits, its text, and what can be done. */
function Whole({ item, actions }: { item: Item; actions: ReactNode }) {
  const { stopWords, thread, post, report } = item;
  const t = useTexts(reviewTexts);
  const author = authorOf(item);
  const content = post ?? thread;
  const address =
    post && thread ? `/thread/${thread.id}?post=${post.id}` : thread ? `/thread/${thread.id}` : null;
  return (
    <div className={classes.whole}>
      <Evidence item={item} />
      {stopWords.length > 0 && (
        <Note>
          <small>{t.heldBackBy}</small>{" "}
          {stopWords.map((word) => (
            <Label key={word} tone="warning">
              {word}
            </Label>
          ))}
        </Note>
      )}
      {report && (report.detail || report.reporter) && (
        <Note>
          {report.detail && <q>{report.detail}</q>}
          {report.reporter && <small>{t.reportedBy(report.reporter.nickname)}</small>}
        </Note>
      )}
      {report?.messageId ? (
        <ReportedMessages reportId={report.id} />
      ) : (
        <div className={classes.text}>
          {report?.user ? (
            <p>
              <bdi>{report.user.signature}</bdi>
            </p>
          ) : (
            content && <Html html={content.bodyHtml} />
          )}
        </div>
      )}
      <div className={classes.actions}>
        {actions}
        {(address || author) && (
          <Link to={address ?? `/user/${author!.id}`} className={classes.open}>
            {address ? t.open : t.openMember}
          </Link>
        )}
      </div>
    </div>
  );
}

function authorOf({ report, post, thread }: Item) {
  return report?.user ?? (post ?? thread)?.author ?? null;
}
