import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Html } from "../../../ui/Html.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../admin/panels.module.css";
import { reasonTexts } from "./reason.texts.ts";
import { ReportedMessages } from "./ReportedMessages.tsx";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";

const ReviewItem_item = graphql(`
  fragment ReviewItem_item on ReviewItem {
    key
    createdAt
    stopWords
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

/** Something that waits for a decision: folded, or whole with what can be done while it is the present one. */
export function ReviewItem({ item: masked, isPresent, heldBy, onChoose, actions }: Props) {
  const { key, createdAt, stopWords, thread, post, report } = readFragment(ReviewItem_item, masked);
  const t = useTexts(reviewTexts);
  const reasons = useTexts(reasonTexts);
  const content = post ?? thread;
  const author = report?.user ?? content?.author ?? null;
  const address =
    post && thread ? `/thread/${thread.id}?post=${post.id}` : thread ? `/thread/${thread.id}` : null;
  const isMessage = Boolean(report?.messageId);
  const title = report?.user ? report.user.nickname : (thread?.title ?? t.gone);

  return (
    <li id={`review-${key}`} className={classes.item} data-present={isPresent || undefined}>
      <button type="button" className={classes.choose} aria-expanded={isPresent} onClick={onChoose}>
        <span className={classes.name}>
          {report?.user && <small>{isMessage ? t.messageReported : t.memberReported} </small>}
          {post && <small>{t.inThread} </small>}
          {title}
        </span>
        <span className={classes.about}>
          {report && <span className={`${panels.badge} ${panels.warning}`}>{reasons[report.reason]}</span>}
          {heldBy && <span className={panels.badge}>{t.heldBy(heldBy)}</span>}
          {thread && !report?.user && (
            <span>
              <bdi>{thread.category.name}</bdi>
            </span>
          )}
          <span>{author ? <bdi>{author.nickname}</bdi> : t.anonymous}</span>
          <Time value={createdAt} />
        </span>
      </button>
      {isPresent && (
        <div className={classes.whole}>
          {stopWords.length > 0 && (
            <p className={classes.report}>
              <small>{t.heldBackBy}</small>{" "}
              {stopWords.map((word) => (
                <span key={word} className={`${panels.badge} ${panels.warning}`}>
                  {word}
                </span>
              ))}
            </p>
          )}
          {report && (
            <p className={classes.report}>
              {report.detail && <q>{report.detail}</q>}
              {report.reporter && <small>{t.reportedBy(report.reporter.nickname)}</small>}
            </p>
          )}
          {report && isMessage ? (
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
            {!heldBy && actions}
            {(address || author) && (
              <Link to={address ?? `/user/${author!.id}`} className={classes.open}>
                {address ? t.open : t.openMember}
              </Link>
            )}
          </div>
        </div>
      )}
    </li>
  );
}
