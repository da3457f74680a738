import { In } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { categoryTree } from "../../../categories/category.service.ts";
import type { replied } from "../../../posts/post.events.ts";
import type { threadPublished } from "../../../threads/thread.events.ts";
import { ThreadTopic } from "../../../threads/topics/topicLink.entity.ts";
import { publishedKey } from "../watchControl.ts";
import { WatchTarget } from "../../../watches/watch.entity.ts";
import { watchReplied } from "../../../watches/automatic.service.ts";
import { NotificationReason } from "../notification.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";
import { selectUnwatchedThreads } from "./recipient.sql.ts";
import { deliverWithWatchers, type FanOut, type Watchable } from "./watchers.service.ts";

/** Recipients of new replies and threads: each member is notified once, for the strongest reason. */

type Reply = Parameters<typeof replied>[0];
type Publication = Parameters<typeof threadPublished>[0];

const repliesIn = (threadId: number): string => `post.replied:t${threadId}`;

/** Finds the threads whose authors do not want to be notified of every reply, as "author thread". */
async function unwatchedByAuthor(ctx: Context, replies: readonly Reply[]): Promise<Set<string>> {
  const pairs = new Map(
    replies
      .filter(({ authorId, threadAuthorId }) => authorId !== threadAuthorId)
      .map(({ threadAuthorId, threadId }) => [
        `${threadAuthorId} ${threadId}`,
        [threadAuthorId, threadId] as const,
      ]),
  );
  if (pairs.size === 0) return new Set();
  const watches = await selectUnwatchedThreads(ctx, [...pairs.values()]);
  return new Set(watches.map(({ userId, targetId }) => `${userId} ${targetId}`));
}

/**
 * Notifies of replies the member who is answered, mentioned members, the author of the thread and watchers of the thread;
 * each once per reply, for the first of these reasons.
 */
export async function notifyOfReplies(ctx: Context, replies: readonly Reply[]): Promise<void> {
  await watchReplied(ctx, replies);
  const unwatched = await unwatchedByAuthor(ctx, replies);
  const drafts: NotificationDraft[] = [];
  const fanOuts: FanOut[] = [];
  for (const each of replies) {
    const { threadId, postId, parentId, authorId, isAnonymous, threadAuthorId, mentionedIds } = each;
    const common = { byUserId: authorId, isAnonymous, threadId, postId };
    const notifiedIds = new Set([authorId]);
    const notify = (
      userId: number | null,
      draft: Pick<NotificationDraft, "kind" | "why" | "groupKey">,
    ): void => {
      if (userId === null || notifiedIds.has(userId)) return;
      notifiedIds.add(userId);
      drafts.push({ ...common, ...draft, userId });
    };
    const { ANSWERED, AUTHOR, MENTIONED, WATCHED_THREAD } = NotificationReason;
    const reply = { ...common, kind: "post.replied", groupKey: repliesIn(threadId) } as const;
    notify(each.answeredUserId, {
      kind: "post.replied",
      why: ANSWERED,
      groupKey: `post.replied:p${parentId}`,
    });
    for (const userId of mentionedIds) {
      notify(userId, { kind: "post.reminded", why: MENTIONED, groupKey: `post.reminded:t${threadId}` });
    }
    if (!unwatched.has(`${threadAuthorId} ${threadId}`)) notify(threadAuthorId, { ...reply, why: AUTHOR });
    const watched = { target: WatchTarget.THREAD, targetId: threadId, why: WATCHED_THREAD };
    fanOuts.push({
      ...watched,
      notification: reply,
      exceptIds: [...notifiedIds],
      unless: [],
      afterUserId: 0,
    });
  }
  await deliverWithWatchers(ctx, drafts, fanOuts);
}

/** Notifies of new threads mentioned members and watchers of the category, of its topics and, unless it is anonymous, of the author. */
export async function notifyOfThreads(ctx: Context, publications: readonly Publication[]): Promise<void> {
  const { byId } = await categoryTree({ ...ctx, writing: false, db: ctx.services.database.manager });
  const threadIds = publications.map(({ threadId }) => threadId);
  const topics = await ctx.db.findBy(ThreadTopic, { threadId: In(threadIds) });
  const drafts: NotificationDraft[] = [];
  const fanOuts: FanOut[] = [];
  for (const { threadId, categoryId, authorId, isAnonymous, mentionedIds } of publications) {
    const common = { byUserId: authorId, isAnonymous, threadId, postId: null };
    for (const userId of new Set(mentionedIds)) {
      const groupKey = `post.reminded:t${threadId}`;
      drafts.push({ ...common, userId, kind: "post.reminded", why: NotificationReason.MENTIONED, groupKey });
    }
    const { WATCHED_MEMBER, WATCHED_CATEGORY, WATCHED_TOPIC } = NotificationReason;
    const { MEMBER, CATEGORY, TOPIC } = WatchTarget;
    const parentId = byId.get(categoryId)?.parentId ?? null;
    const watched: Watchable[] = [
      ...(isAnonymous ? [] : [{ target: MEMBER, targetId: authorId, why: WATCHED_MEMBER }]),
      { target: CATEGORY, targetId: categoryId, why: WATCHED_CATEGORY },
      ...(parentId === null ? [] : [{ target: CATEGORY, targetId: parentId, why: WATCHED_CATEGORY }]),
      ...topics
        .filter((each) => each.threadId === threadId)
        .map(({ topicId }) => ({ target: TOPIC, targetId: topicId, why: WATCHED_TOPIC })),
    ];
    for (const [index, each] of watched.entries()) {
      const groupKey = publishedKey(each.target, each.targetId);
      fanOuts.push({
        ...each,
        notification: { ...common, kind: "post.published", groupKey },
        exceptIds: [authorId, ...mentionedIds],
        unless: watched.slice(0, index),
        afterUserId: 0,
      });
    }
  }
  await deliverWithWatchers(ctx, drafts, fanOuts);
}
