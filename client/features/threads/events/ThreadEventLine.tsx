import { graphql } from "../../../gql/gql.ts";
import type { ThreadEventKind, ThreadEventLine_EventFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useClock } from "../../../platform/clock.tsx";
import {
  IconArrowMerge,
  IconClock,
  IconFolderSymlink,
  IconLock,
  IconLockOpen,
  IconPin,
  IconPinnedOff,
  IconStar,
} from "../../../ui/icons.tsx";
import { Time } from "../../../ui/Time.tsx";
import { dateText } from "../../../ui/timeText.ts";
import { eventSentence } from "./eventSentence.ts";
import { threadEventTexts } from "./threadEvents.texts.ts";

/** Fields of something that was done to a thread. */
export const ThreadEventLine_event = graphql(`
  fragment ThreadEventLine_event on ThreadEvent {
    id
    kind
    createdAt
    reason
    until
    seconds
    title
    actor {
      id
      nickname
    }
    fromCategory {
      id
      name
    }
    toCategory {
      id
      name
    }
  }
`);

const PX = 16;
const ICONS: Readonly<Record<ThreadEventKind, typeof IconLock>> = {
  MOVED: IconFolderSymlink,
  LOCKED: IconLock,
  LOCKED_BY_ITSELF: IconLock,
  OPENED: IconLockOpen,
  FEATURED: IconStar,
  UNFEATURED: IconStar,
  PINNED: IconPin,
  UNPINNED: IconPinnedOff,
  SLOW_MODE_ON: IconClock,
  SLOW_MODE_OFF: IconClock,
  MERGED: IconArrowMerge,
};

/** A quiet line that says what was done to a thread, by whom and when. */
export function ThreadEventLine({ event }: { event: ThreadEventLine_EventFragment }) {
  const t = useTexts(threadEventTexts);
  const { now, isLive } = useClock();
  const Icon = ICONS[event.kind];
  const until = event.until ? dateText(new Date(event.until), now, isLive) : null;
  return (
    <li>
      <Icon size={PX} aria-hidden="true" />
      <p>
        {eventSentence(event, until, t)} <Time value={event.createdAt} />
      </p>
    </li>
  );
}
