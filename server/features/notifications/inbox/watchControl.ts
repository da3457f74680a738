import { TYPE_OF } from "../templates/kind.view.ts";
import { WatchTarget } from "../../watches/watch.entity.ts";
import type { Notification } from "./notification.entity.ts";

/** A watchable whose level controls such notifications. */
export interface WatchControl {
  readonly target: WatchTarget;
  readonly targetId: number;
}

const PUBLISHED = /^post\.published:([uc])([1-9]\d*)$/;

/** Gives the watchable whose level controls such notifications; null if no level does. */
export function watchControlOf({
  kind,
  groupKey,
  threadId,
}: Pick<Notification, "kind" | "groupKey" | "threadId">): WatchControl | null {
  const published = PUBLISHED.exec(groupKey);
  if (published) {
    const target = published[1] === "u" ? WatchTarget.MEMBER : WatchTarget.CATEGORY;
    return { target, targetId: Number(published[2]) };
  }
  const type = TYPE_OF[kind];
  const isQuiet = type === "related" || type === "replied" || type === "liked";
  return isQuiet && threadId !== null ? { target: WatchTarget.THREAD, targetId: threadId } : null;
}
