import type { Context } from "../../../../core/context.ts";
import { categoryTree } from "../../../categories/category.service.ts";
import { rowsEach } from "../../../../core/sql.ts";
import type { replied } from "../../../posts/post.events.ts";
import type { threadPublished } from "../../../threads/thread.events.ts";
import { WatchLevel, WatchTarget } from "../../../watches/watch.entity.ts";
import { watchReplied } from "../../../watches/automatic.service.ts";
import { NotificationReason } from "../notification.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";
import { deliverWithWatchers, type Telling, type Watchable } from "./watchers.service.ts";

/** Who hears of a new reply or thread: each member once, for the strongest reason. */

type Reply = Parameters<typeof replied>[0];
type Publication = Parameters<typeof threadPublished>[0];

const repliesIn = (threadId: number): string => `post.replied:t${threadId}`;

/** Threads whose authors do not want to hear of every reply, as "author thread". */
async function unwatchedByAuthor(ctx: Context, news: readonly Reply[]): Promise<Set<string>> {
  const pairs = new Map(
    news
      .filter(({ authorId, threadAuthorId }) => authorId !== threadAuthorId)
      .map(({ threadAuthorId, threadId }) => [`${threadAuthorId} ${threadId}`, [threadAuthorId, threadId]]),
  );
  if (pairs.size === 0) return new Set();
  const found = await rowsEach<{ userId: number; targetId: number }>(
    ctx,
    "SELECT w.userId, w.targetId FROM watches w WHERE w.userId = ? AND w.target = ? AND w.targetId = ? AND w.level = ?",
    [...pairs.values()].map(([userId, threadId]) => [
      ...[userId!, WatchTarget.THREAD, threadId!],
      WatchLevel.NORMAL,
    ]),
  );
  return new Set(found.map(({ userId, targetId }) => `${userId} ${targetId}`));
}

/**
 * Replies reach who is answered, the author of the thread, who is named, and who watches the thread; each hears of a
 * reply once, for the first of these reasons.
 */
export async function notifyOfReplies(ctx: Context, news: readonly Reply[]): Promise<void> {
  await watchReplied(ctx, news);
  const unwatched = await unwatchedByAuthor(ctx, news);
  const drafts: NotificationDraft[] = [];
  const tellings: Telling[] = [];
  for (const each of news) {
    const { threadId, postId, parentId, authorId, isAnonymous, threadAuthorId, mentionedIds } = each;
    const common = { byUserId: authorId, isAnonymous, threadId, postId };
    const told = new Set([authorId]);
    const tell = (
      userId: number | null,
      draft: Pick<NotificationDraft, "kind" | "why" | "groupKey">,
    ): void => {
      if (userId === null || told.has(userId)) return;
      told.add(userId);
      drafts.push({ ...common, ...draft, userId });
    };
    const { ANSWERED, AUTHOR, MENTIONED, WATCHED_THREAD } = NotificationReason;
    const reply = { ...common, kind: "post.replied", groupKey: repliesIn(threadId) } as const;
    tell(each.answeredUserId, { kind: "post.replied", why: ANSWERED, groupKey: `post.replied:p${parentId}` });
    if (!unwatched.has(`${threadAuthorId} ${threadId}`)) tell(threadAuthorId, { ...reply, why: AUTHOR });
    for (const userId of mentionedIds) {
      tell(userId, { kind: "post.reminded", why: MENTIONED, groupKey: `post.reminded:t${threadId}` });
    }
    const watched = { target: WatchTarget.THREAD, targetId: threadId, why: WATCHED_THREAD };
    tellings.push({ ...watched, notification: reply, exceptIds: [...told], unless: [], afterUserId: 0 });
  }
  await deliverWithWatchers(ctx, drafts, tellings);
}

/** New threads reach who is named, and who watches their author or category; who has no name is watched by nobody. */
export async function notifyOfThreads(ctx: Context, news: readonly Publication[]): Promise<void> {
  const { byId } = await categoryTree({ ...ctx, writing: false, db: ctx.services.database.manager });
  const drafts: NotificationDraft[] = [];
  const tellings: Telling[] = [];
  for (const { threadId, categoryId, authorId, isAnonymous, mentionedIds } of news) {
    const common = { byUserId: authorId, isAnonymous, threadId, postId: null };
    for (const userId of new Set(mentionedIds)) {
      const groupKey = `post.reminded:t${threadId}`;
      drafts.push({ ...common, userId, kind: "post.reminded", why: NotificationReason.MENTIONED, groupKey });
    }
    const { WATCHED_MEMBER, WATCHED_CATEGORY } = NotificationReason;
    const { MEMBER, CATEGORY } = WatchTarget;
    const parentId = byId.get(categoryId)?.parentId ?? null;
    const watched: Watchable[] = [
      ...(isAnonymous ? [] : [{ target: MEMBER, targetId: authorId, why: WATCHED_MEMBER }]),
      { target: CATEGORY, targetId: categoryId, why: WATCHED_CATEGORY },
      ...(parentId === null ? [] : [{ target: CATEGORY, targetId: parentId, why: WATCHED_CATEGORY }]),
    ];
    for (const [index, each] of watched.entries()) {
      const groupKey = `post.published:${each.target === MEMBER ? "u" : "c"}${each.targetId}`;
      tellings.push({
        ...each,
        notification: { ...common, kind: "post.published", groupKey },
        exceptIds: [authorId, ...mentionedIds],
        unless: watched.slice(0, index),
        afterUserId: 0,
      });
    }
  }
  await deliverWithWatchers(ctx, drafts, tellings);
}
