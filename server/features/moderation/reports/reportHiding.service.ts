import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { ADMIN_GROUP_ID } from "../../../core/viewer.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { holdPost } from "../../posts/moderation/postVisibility.service.ts";
import type { Post } from "../../posts/post.entity.ts";
import { postChanged } from "../../posts/post.events.ts";
import { lockPost, postEventPartsOf } from "../../posts/post.service.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { HoldReason } from "../../spam/contentHold.entity.ts";
import { findHold, storeHold } from "../../spam/contentHold.service.ts";
import { holdThread } from "../../threads/moderation/hold.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { threadChanged } from "../../threads/thread.events.ts";
import { eventPartsOf, lockThread } from "../../threads/thread.service.ts";
import { userById } from "../../users/user.loaders.ts";
import { NO_REPORTS, sumReports } from "./reportSum.sql.ts";

/** Content that reports may hide, locked. */
export interface LockedContent {
  readonly thread: Thread;
  readonly post: Post | null;
  /** Score at which it is hidden. */
  readonly limit: number;
}

/**
 * Locks content that reports may hide, before the member who reports it, so that all reports of it are counted one after
 * the other. Null where reports hide nothing: by the setting, for members and messages, and for content of administrators.
 */
export async function lockHideable(
  ctx: Context,
  target: { readonly threadId: number | null; readonly postId: number | null; readonly ownerId: number },
): Promise<LockedContent | null> {
  const limit = Number((await getSettings(ctx)).report_hide_score);
  if (limit === 0 || target.threadId === null) return null;
  if ((await load(ctx, userById, target.ownerId))?.groupId === ADMIN_GROUP_ID) return null;
  const thread = await lockThread(ctx, target.threadId);
  const post = target.postId === null ? null : await lockPost(ctx, target.postId);
  return { thread, post, limit };
}

/**
 * Hides locked content once the reports of it that no moderator has looked at reach the score, in the caller's transaction.
 * The author is notified without the names of the reporters. Reports of new members alone are never enough.
 * @returns true if this hid it
 * @emits threadChanged or postChanged, notificationRaised
 */
export async function hideAtScore(
  ctx: Context,
  targetKey: string,
  { thread, post, limit }: LockedContent,
): Promise<boolean> {
  const content = post ?? thread;
  if (!content.visible) return false;
  const last = (await findHold(ctx, targetKey))?.lastReportId ?? 0;
  const sum = (await sumReports(ctx, [targetKey], last)).get(targetKey) ?? NO_REPORTS;
  if (sum.score < limit || sum.score === sum.newScore) return false;
  const place = post ? { threadId: null, postId: post.id } : { threadId: thread.id, postId: null };
  const seen = { wasVisible: true, isVisible: false };
  if (post) await holdPost(ctx, thread, post, []);
  else await holdThread(ctx, thread, []);
  const { score, count: reportCount, lastId: lastReportId } = sum;
  await storeHold(ctx, place, { reason: HoldReason.REPORTS, score, reportCount, lastReportId });
  if (post) ctx.emit(postChanged({ ...postEventPartsOf(post), ...seen }));
  else ctx.emit(threadChanged({ ...eventPartsOf(thread), ...seen }));
  ctx.emit(
    notificationRaised({
      userId: content.authorId,
      kind: "post.hidden",
      actorId: null,
      threadId: thread.id,
      postId: post?.id ?? null,
      data: post ? {} : { title: thread.title },
    }),
  );
  return true;
}
