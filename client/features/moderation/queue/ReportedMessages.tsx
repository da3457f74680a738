import { useEffect, useRef } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useReadReportedMessageMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconLock } from "../../../ui/icons.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "./ReportedMessages.module.css";
import { reviewTexts } from "./review.texts.ts";

graphql(`
  mutation ReadReportedMessage($reportId: ID!) {
    readReportedMessage(reportId: $reportId) {
      id
      body
      isReported
      isRemoved
      hasPicture
      createdAt
      author {
        id
        nickname
      }
      picture {
        id
        url
        thumbUrl
      }
    }
  }
`);

/** A reported private message with the few before it: shown when it is asked for, because each look is written to the log. */
export function ReportedMessages({ reportId }: { reportId: string }) {
  const t = useTexts(reviewTexts);
  const list = useRef<HTMLOListElement>(null);
  // What is private stays out of the cache.
  const [read, { data, loading }] = useReadReportedMessageMutation({ fetchPolicy: "no-cache" });
  const messages = data?.readReportedMessage;
  const isShown = messages !== undefined;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isShown) list.current?.focus();
  }, [isShown]);

  if (!messages) {
    return (
      <div className={classes.closed}>
        <p>{t.readNote}</p>
        <Button
          size="sm"
          icon={<IconLock size={16} />}
          loading={loading}
          onClick={() => void act(() => read({ variables: { reportId } }))}
        >
          {t.readMessage}
        </Button>
      </div>
    );
  }
  return (
    <ol ref={list} tabIndex={-1} className={classes.messages} aria-label={t.messageReported}>
      {messages.map(({ id, author, body, isReported, isRemoved, hasPicture, picture, createdAt }) => (
        <li key={id} className={isReported ? `${classes.message} ${classes.reported}` : classes.message}>
          <p className={classes.head}>
            <b>
              <bdi>{author.nickname}</bdi>
            </b>
            <Time value={createdAt} />
            {isReported && <Label tone="warning">{t.isReported}</Label>}
          </p>
          {body && <p className={classes.body}>{body}</p>}
          {isRemoved && <p className={classes.about}>{t.removedBefore}</p>}
          {picture ? (
            <a href={picture.url} target="_blank" rel="noreferrer">
              <img className={classes.picture} src={picture.thumbUrl ?? picture.url} alt={t.picture} />
            </a>
          ) : (
            hasPicture && <p className={classes.about}>{t.picture}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
