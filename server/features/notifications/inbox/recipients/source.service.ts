import { In } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { amountText } from "../../../../core/money.ts";
import { UserStatus } from "../../../../core/viewer.ts";
import type { postLiked } from "../../../posts/post.events.ts";
import { groupsById } from "../../../groups/group.service.ts";
import type {
  contentModerated,
  membersMentioned,
  StaffAction,
  threadLiked,
} from "../../../threads/thread.events.ts";
import type { reportsHandled } from "../../../moderation/reports/report.events.ts";
import type { userGroupChanged, userRegistered, userStatusChanged } from "../../../users/user.events.ts";
import { deliverNotifications, withdrawNotifications } from "../deliver.service.ts";
import { TYPE_OF, type NotificationKind } from "../../templates/kind.view.ts";
import { NotificationEntry, NotificationReason } from "../notification.entity.ts";
import type { notificationRaised } from "../notification.events.ts";
import type { NotificationDraft, ReportOutcome } from "../notification.view.ts";
import { ENTRY_OF } from "../../../unread/unread.view.ts";
import { Thread } from "../../../threads/thread.entity.ts";
import { selectUnreadReplies } from "./recipient.sql.ts";

/** Sources of notifications: each function handles one kind of event from the outbox, several at once. */

type Of<E extends (payload: never) => unknown> = Parameters<E>[0];

/** Notifies members whom an edit mentions, unless they have an unread notification of the same reply. */
export async function notifyOfMentions(
  ctx: Context,
  mentions: readonly Of<typeof membersMentioned>[],
): Promise<void> {
  const postIds = mentions.flatMap(({ postId }) => postId ?? []);
  const answered = new Set<string>();
  if (postIds.length > 0) {
    const userIds = [...new Set(mentions.flatMap(({ userIds }) => userIds))];
    for (const { userId, postId } of await selectUnreadReplies(ctx, userIds, postIds))
      answered.add(`${userId} ${postId}`);
  }
  const drafts = mentions.flatMap(({ threadId, postId, userIds, authorId, isAnonymous }) =>
    userIds
      .filter((userId) => postId === null || !answered.has(`${userId} ${postId}`))
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

/** Notifies authors of likes, and withdraws unread notifications of likes that were undone. */
async function notifyOfLikes(ctx: Context, likes: readonly Like[]): Promise<void> {
  const drafts = likes.map(({ threadId, postId, authorId, userId, liked }) => ({
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

/** Notifies authors of likes of threads. */
export function notifyOfThreadLikes(ctx: Context, likes: readonly Of<typeof threadLiked>[]): Promise<void> {
  return notifyOfLikes(
    ctx,
    likes.map((like) => ({ ...like, postId: null })),
  );
}

/** Notifies authors of likes of replies. */
export function notifyOfPostLikes(ctx: Context, likes: readonly Of<typeof postLiked>[]): Promise<void> {
  return notifyOfLikes(ctx, likes);
}

const STAFF_KIND: Readonly<Record<StaffAction, NotificationKind>> = {
  approved: "post.approved",
  unapproved: "post.unapproved",
  deleted: "post.deleted",
  essence: "post.essence",
  sticky: "post.sticky",
  updated: "post.update",
  moved: "post.moved",
  solved: "post.solved",
};

/**
 * Notifies authors of moderation, without naming staff. The title of an own thread is stored, since its author may no
 * longer see it; the title of another's is read when it is shown, by those who may see the thread.
 */
export async function notifyOfModeration(
  ctx: Context,
  actions: readonly Of<typeof contentModerated>[],
): Promise<void> {
  const threads = await ctx.db.find(Thread, {
    select: { id: true, title: true },
    where: { id: In([...new Set(actions.map(({ threadId }) => threadId))]) },
  });
  const titleOf = new Map(threads.map(({ id, title }) => [id, title]));
  const drafts = actions.map(
    ({ threadId, postId, authorId, byUserId, action, reason }): NotificationDraft => ({
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
    }),
  );
  await deliverNotifications(ctx, drafts);
}

/**
 * Notifies reporters that their reports were decided about, without saying by whom or what was done. The thread or reply is
 * named only to those who may still see it; the moderator who decided is not notified of their own report.
 */
export function notifyOfReports(
  ctx: Context,
  decisions: readonly Of<typeof reportsHandled>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    decisions.flatMap(({ reporterIds, handledById, verdict, ...target }) => {
      const report = { about: aboutOf(target), isUpheld: verdict === "ACCEPTED" };
      const { threadId, postId } = target;
      return [...new Set(reporterIds)]
        .filter((userId) => userId !== handledById)
        .map((userId): NotificationDraft => ({
          userId,
          kind: "report.handled",
          why: NotificationReason.REPORTED,
          byUserId: null,
          threadId,
          postId,
          data: { report },
        }));
    }),
  );
}

function aboutOf({
  threadId,
  postId,
  messageId,
}: Pick<Of<typeof reportsHandled>, "threadId" | "postId" | "messageId">): ReportOutcome["about"] {
  if (messageId !== null) return "message";
  if (postId !== null) return "post";
  return threadId === null ? "user" : "thread";
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

/** Welcomes new members. */
export function notifyOfRegistrations(
  ctx: Context,
  registrations: readonly Of<typeof userRegistered>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    registrations.map(({ userId }) => aboutAccount(userId, "registered.passed")),
  );
}

/** Notifies members of their new group. */
export async function notifyOfGroupChanges(
  ctx: Context,
  changes: readonly Of<typeof userGroupChanged>[],
): Promise<void> {
  const groups = await groupsById(ctx);
  const name = (id: number): string => groups.get(id)?.name ?? "";
  await deliverNotifications(
    ctx,
    changes.map(({ userId, fromGroupId, toGroupId, reason }) =>
      aboutAccount(userId, "user.group", { oldGroup: name(fromGroupId), newGroup: name(toGroupId), reason }),
    ),
  );
}

function kindOfStatus({ from, to }: Of<typeof userStatusChanged>): NotificationKind | null {
  if (to === UserStatus.BANNED) return "user.disable";
  if (to === UserStatus.REFUSED) return "registered.unapproved";
  if (to !== UserStatus.NORMAL) return null;
  return from === UserStatus.BANNED ? "user.normal" : "registered.approved";
}

/** Notifies members of decisions about their account. */
export function notifyOfStatusChanges(
  ctx: Context,
  changes: readonly Of<typeof userStatusChanged>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    changes.flatMap((each) => {
      const kind = kindOfStatus(each);
      return kind ? aboutAccount(each.userId, kind, { reason: each.reason }) : [];
    }),
  );
}

/** Gives the key of the notifications of a saved search, which are one while it is unread. */
export const searchKeyOf = (savedSearchId: number): string => `search.found:${savedSearchId}`;

/** Delivers the notifications that other features raise with `notificationRaised`. */
export function notifyOfRaised(
  ctx: Context,
  notifications: readonly Of<typeof notificationRaised>[],
): Promise<void> {
  return deliverNotifications(
    ctx,
    notifications.map(
      ({ userId, kind, actorId, threadId, postId, data: facts, amountCents }): NotificationDraft => {
        const data = amountCents === undefined ? facts : { ...facts, amount: amountText(amountCents) };
        const isMoney = ENTRY_OF[TYPE_OF[kind]] === NotificationEntry.FINANCIAL;
        const subject = { userId, kind, byUserId: actorId, threadId, postId, data };
        if (facts.savedSearchId !== undefined) {
          const groupKey = searchKeyOf(facts.savedSearchId);
          return { ...subject, why: NotificationReason.SAVED_SEARCH, groupKey };
        }
        return { ...subject, why: isMoney ? NotificationReason.MONEY : NotificationReason.ACCOUNT };
      },
    ),
  );
}
