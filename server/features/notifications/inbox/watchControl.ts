import { TYPE_OF } from "../templates/kind.view.ts";
import { WatchTarget } from "../../watches/watch.entity.ts";
import type { Notification } from "./notification.entity.ts";

/** A watchable whose level controls such notifications. */
export interface WatchControl {
  readonly target: WatchTarget;
  readonly targetId: number;
}

const PUBLISHED = /^post\.published:([uct])([1-9]\d*)$/;

/** Targets of watches, by their letter in the key of a burst of new threads. */
const PUBLISHED_WHERE = {
  u: WatchTarget.MEMBER,
  c: WatchTarget.CATEGORY,
  t: WatchTarget.TOPIC,
} as const;
type PublishedKey = keyof typeof PUBLISHED_WHERE;

/** Writes the key of a burst of new threads where a member watches. */
export function publishedKey(target: WatchTarget, targetId: number): string {
  const letter = Object.entries(PUBLISHED_WHERE).find(([, each]) => each === target)![0];
  return `post.published:${letter}${targetId}`;
}

/** Gives the watchable whose level controls such notifications; null if no level does. */
export function watchControlOf({
  kind,
  groupKey,
  threadId,
}: Pick<Notification, "kind" | "groupKey" | "threadId">): WatchControl | null {
  const published = PUBLISHED.exec(groupKey);
  if (published) {
    return { target: PUBLISHED_WHERE[published[1] as PublishedKey], targetId: Number(published[2]) };
  }
  const type = TYPE_OF[kind];
  const isQuiet = type === "related" || type === "replied" || type === "liked";
  return isQuiet && threadId !== null ? { target: WatchTarget.THREAD, targetId: threadId } : null;
}
