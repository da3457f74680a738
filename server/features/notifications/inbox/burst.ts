import type { Notification } from "./notification.entity.ts";
import type { BurstPart, NotificationData } from "./notification.view.ts";

/** Maximum texts of a burst that are stored; older ones are only counted. */
export const PARTS_MAX = 20;

/** Lists the texts that a notification is about, as far as they are stored, the last one last; empty if it is about none. */
export function partsOf({
  threadId,
  postId,
  data,
}: Pick<Notification, "threadId" | "postId" | "data">): readonly BurstPart[] {
  if (threadId === null) return [];
  return (JSON.parse(data) as NotificationData).parts ?? [[threadId, postId, null]];
}
