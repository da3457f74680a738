import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { type EventGap, eventsAt } from "../../posts/stream/streamEvents.ts";
import { ThreadEventLine, ThreadEventLine_event } from "./ThreadEventLine.tsx";
import classes from "../../posts/stream/PostStream.module.css";
import { threadEventTexts } from "./threadEvents.texts.ts";

interface Props {
  /** Events of the thread, the oldest first. */
  events: readonly FragmentType<typeof ThreadEventLine_event>[];
  gap: EventGap;
}

/** The block of events that stand between two replies; nothing if none do. */
export function ThreadEvents({ events, gap }: Props) {
  const t = useTexts(threadEventTexts);
  const here = eventsAt(
    events.map((event) => readFragment(ThreadEventLine_event, event)),
    gap,
  );
  if (here.length === 0) return null;
  return (
    <ul className={classes.events} aria-label={t.events} data-events>
      {here.map((event) => (
        <ThreadEventLine key={event.id} event={event} />
      ))}
    </ul>
  );
}
