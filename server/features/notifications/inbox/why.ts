import { TYPE_OF } from "../templates/kind.view.ts";
import { WatchTarget } from "../../watches/watch.entity.ts";
import type { Notification } from "./notification.entity.ts";

/** Something whose level decides whether such notifications come. */
export interface Lever {
  readonly target: WatchTarget;
  readonly targetId: number;
}

const PUBLISHED = /^post\.published:([uc])([1-9]\d*)$/;

/** What the recipient would watch otherwise to hear more or less of this; null for what no level changes. */
export function leverOf({
  kind,
  groupKey,
  threadId,
}: Pick<Notification, "kind" | "groupKey" | "threadId">): Lever | null {
  const published = PUBLISHED.exec(groupKey);
  if (published) {
    const target = published[1] === "u" ? WatchTarget.MEMBER : WatchTarget.CATEGORY;
    return { target, targetId: Number(published[2]) };
  }
  const type = TYPE_OF[kind];
  const isQuiet = type === "related" || type === "replied" || type === "liked";
  return isQuiet && threadId !== null ? { target: WatchTarget.THREAD, targetId: threadId } : null;
}
