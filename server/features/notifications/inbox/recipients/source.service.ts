import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import { MemberStatus } from "../../../../core/viewer.ts";
import type { postLiked } from "../../../posts/post.events.ts";
import { groupsById } from "../../../groups/group.service.ts";
import type {
  contentModerated,
  membersMentioned,
  StaffAction,
  threadLiked,
} from "../../../threads/thread.events.ts";
import type { userGroupChanged, userRegistered, userStatusChanged } from "../../../users/user.events.ts";
import { deliverNotifications, withdrawNotifications } from "../deliver.service.ts";
import { TYPE_OF, type NotificationKind } from "../../templates/kind.view.ts";
import { NotificationEntry, NotificationReason } from "../notification.entity.ts";
import type { notificationRaised } from "../notification.events.ts";
import type { NotificationDraft } from "../notification.view.ts";
import { ENTRY_OF } from "../../../unread/unread.view.ts";

/** What becomes a notification: each function takes one kind of news from the outbox, several pieces at once. */

type Of<E extends (payload: never) => unknown> = Parameters<E>[0];

/** Mentions that an edit adds reach who is named, unless they have heard of the same reply already. */
export async function notifyOfMentions(
  ctx: Context,
  news: readonly Of<typeof membersMentioned>[],
): Promise<void> {
  const postIds = news.flatMap(({ postId }) => postId ?? []);
  const told = new Set<string>();
  if (postIds.length > 0) {
    const userIds = [...new Set(news.flatMap(({ userIds }) => userIds))];
    const found = await rows<{ userId: number; postId: number }>(
      ctx,
      `SELECT n.userId, n.postId FROM notifications n WHERE n.userId IN (${marks(userIds)}) AND n.readAt IS NULL
         AND n.type = 'replied' AND n.postId IN (${marks(postIds)})`,
      [...userIds, ...postIds],
    );
    for (const { userId, postId } of found) told.add(`${userId} ${postId}`);
  }
  const drafts = news.flatMap(({ threadId, postId, userIds, authorId, isAnonymous }) =>
    userIds
      .filter((userId) => postId === null || !told.has(`${userId} ${postId}`))
      .map((userId): NotificationDraft => ({
        userId,
        kind: "post.reminded",
        why: NotificationReason.MENTIONED,
        byUserId: authorId,
        isAnonymous,
        threadId,
        postId,
        groupKey: `post.reminded:t${threadId}`,
      })),
  );
  await deliverNotifications(ctx, drafts);
}

interface Like {
  readonly threadId: number;
  readonly postId: number | null;
  readonly authorId: number;
  readonly userId: number;
  readonly liked: boolean;
}

/** Likes reach the author; a like that is taken back takes its notification along if nobody has read it. */
async function notifyOfLikes(ctx: Context, news: readonly Like[]): Promise<void> {
  const drafts = news.map(({ threadId, postId, authorId, userId, liked }) => ({
    liked,
    userId: authorId,
    kind: "post.liked" as const,
    why: NotificationReason.AUTHOR,
    byUserId: userId,
    threadId,
    postId,
    groupKey: `post.liked:${postId === null ? `t${threadId}` : `p${postId}`}`,
  }));
  await deliverNotifications(
    ctx,
    drafts.filter(({ liked }) => liked),
  );
  await withdrawNotifications(
    ctx,
    drafts.filter(({ liked }) => !liked),
  );
}

/** Likes of threads. */
export function notifyOfThreadLikes(ctx: Context, news: readonly Of<typeof threadLiked>[]): Promise<void> {
  return notifyOfLikes(
    ctx,
    news.map((like) => ({ ...like, postId: null })),
  );
}

/** Likes of replies. */
export function notifyOfPostLikes(ctx: Context, news: readonly Of<typeof postLiked>[]): Promise<void> {
  return notifyOfLikes(ctx, news);
}

const STAFF_KIND: Readonly<Record<StaffAction, NotificationKind>> = {
  approved: "post.approved",
  unapproved: "post.unapproved",
  deleted: "post.deleted",
  essence: "post.essence",
  sticky: "post.sticky",
  updated: "post.update",
};

/**
 * What staff did reaches the author; staff is not named. The title of an own thread is kept, since the author may no
 * longer see it; that of somebody else's is shown only to who sees the thread.
 */
export async function notifyOfModeration(
  ctx: Context,
  news: readonly Of<typeof contentModerated>[],
): Promise<void> {
  const ids = [...new Set(news.map(({ threadId }) => threadId))];
  const titles = await rows<{ id: number; title: string }>(
    ctx,
    `SELECT t.id, t.title FROM threads t WHERE t.id IN (${marks(ids)})`,
    ids,
  );
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  const drafts = news.map(({ threadId, postId, authorId, byUserId, action, reason }): NotificationDraft => ({
    userId: authorId,
    kind: STAFF_KIND[action],
    why: NotificationReason.AUTHOR,
    byUserId,
    isAnonymous: true,
    threadId,
    postId,
    data: {
      ...(postId === null ? { title: titleOf.get(threadId) ?? "" } : {}),
      ...(reason ? { reason } : {}),
    },
  }));
  await deliverNotifications(ctx, drafts);
}

const aboutAccount = (
  userId: number,
  kind: NotificationKind,
  data: NotificationDraft["data"] = {},
): NotificationDraft => ({
  userId,
  kind,
  why: NotificationReason.ACCOUNT,
  byUserId: null,
  data,
});

/** New members are welcomed. */
export function notifyOfRegistrations(
  ctx: Context,
  news: readonly Of<typeof userRegistered>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    news.map(({ userId }) => aboutAccount(userId, "registered.passed")),
  );
}

/** Members hear of their new group. */
export async function notifyOfGroupChanges(
  ctx: Context,
  news: readonly Of<typeof userGroupChanged>[],
): Promise<void> {
  const groups = await groupsById(ctx);
  const name = (id: number): string => groups.get(id)?.name ?? "";
  await deliverNotifications(
    ctx,
    news.map(({ userId, fromGroupId, toGroupId, reason }) =>
      aboutAccount(userId, "user.group", { oldGroup: name(fromGroupId), newGroup: name(toGroupId), reason }),
    ),
  );
}

function kindOfStatus({ from, to }: Of<typeof userStatusChanged>): NotificationKind | null {
  if (to === MemberStatus.BANNED) return "user.disable";
  if (to === MemberStatus.REFUSED) return "registered.unapproved";
  if (to !== MemberStatus.NORMAL) return null;
  return from === MemberStatus.BANNED ? "user.normal" : "registered.approved";
}

/** Members hear what staff decided about their account. */
export function notifyOfStatusChanges(
  ctx: Context,
  news: readonly Of<typeof userStatusChanged>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    news.flatMap((each) => {
      const kind = kindOfStatus(each);
      return kind ? aboutAccount(each.userId, kind, { reason: each.reason }) : [];
    }),
  );
}

/** What features above raise by name. */
export function notifyOfRaised(ctx: Context, news: readonly Of<typeof notificationRaised>[]): Promise<void> {
  return deliverNotifications(
    ctx,
    news.map(({ userId, kind, actorId, threadId, postId, data: facts, amountCents }): NotificationDraft => {
      const data = amountCents === undefined ? facts : { ...facts, amount: amountText(amountCents) };
      const isMoney = ENTRY_OF[TYPE_OF[kind]] === NotificationEntry.FINANCIAL;
      const why = isMoney ? NotificationReason.MONEY : NotificationReason.ACCOUNT;
      return { userId, kind, why, byUserId: actorId, threadId, postId, data };
    }),
  );
}

/** An amount of integer cents as people read it: "12.34". */
export function amountText(cents: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? "-" : ""}${whole}.${String(rest).padStart(2, "0")}`;
}
