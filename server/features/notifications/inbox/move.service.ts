import { In, IsNull } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { HiddenNotification } from "./hiddenNotification.entity.ts";
import { Notification } from "./notification.entity.ts";

const TABLES = [Notification, HiddenNotification];

/** A text before or after threads were merged or split; the post is null for a thread's own text. */
interface TextPlace {
  readonly threadId: number;
  readonly postId: number | null;
}

/** Lets notifications about a text lead to its new place, in the caller's transaction. */
export async function moveNotifications(ctx: Context, from: TextPlace, to: TextPlace): Promise<void> {
  const { threadId, postId } = from;
  for (const table of TABLES) await ctx.db.update(table, { threadId, postId: postId ?? IsNull() }, to);
}

/** Lets notifications about replies lead to the thread in which these are now, in the caller's transaction. */
export async function moveNotificationsOfPosts(
  ctx: Context,
  fromThreadId: number,
  postIds: readonly number[],
  threadId: number,
): Promise<void> {
  for (const table of TABLES)
    await ctx.db.update(table, { threadId: fromThreadId, postId: In([...postIds]) }, { threadId });
}
