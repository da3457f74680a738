import { useImperativeHandle, type Ref } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useComposerTimingQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useClock } from "../../../platform/clock.tsx";
import { fullTimeText } from "../../../ui/timeText.ts";
import classes from "./ReplyComposer.module.css";
import { timingTexts } from "./timing.texts.ts";

graphql(`
  query ComposerTiming($id: ID!) {
    thread(id: $id) {
      id
      closesAt
      closesAfterDays
      slowModeSeconds
      viewerMayReplyAt
    }
  }
`);

interface Props {
  threadId: string;
  /** Reads the times again, after a reply. */
  ref: Ref<() => void>;
}

/** Lines of a composer that say when the thread is locked by itself and how long members wait between two replies. */
export function ComposerTiming({ threadId, ref }: Props) {
  const t = useTexts(timingTexts);
  const { now } = useClock();
  const { data, refetch } = useComposerTimingQuery({
    variables: { id: threadId },
    fetchPolicy: "cache-and-network",
  });
  // A failure shows no error here: the server refuses a reply that comes too early, and says why.
  useImperativeHandle(ref, () => () => void refetch().catch(() => undefined), [refetch]);
  const { closesAt, closesAfterDays, slowModeSeconds, viewerMayReplyAt } = data?.thread ?? {};
  const isWaiting = viewerMayReplyAt ? Date.parse(viewerMayReplyAt) > now : false;
  if (!closesAt && !slowModeSeconds) return null;
  return (
    <div className={classes.timing} role="status">
      {closesAt && (
        <p>
          {closesAfterDays
            ? t.closesAfter(closesAfterDays, fullTimeText(new Date(closesAt)))
            : t.closesAt(fullTimeText(new Date(closesAt)))}
        </p>
      )}
      {slowModeSeconds ? (
        <p>
          {t.slow(slowModeSeconds)}
          {isWaiting && ` ${t.wait(fullTimeText(new Date(viewerMayReplyAt!)))}`}
        </p>
      ) : null}
    </div>
  );
}
