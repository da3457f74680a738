import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { moveAttachments } from "../../attachments/attachment.service.ts";
import { invalidateCategories } from "../../categories/category.service.ts";
import { moveReplyDrafts } from "../../drafts/draft.service.ts";
import { moveNotifications, moveNotificationsOfPosts } from "../../notifications/inbox/move.service.ts";
import { findNewest } from "../../posts/moderation/postVisibility.service.ts";
import { moveGoods } from "../../goods/goods.service.ts";
import { movePoll } from "../../polls/poll.service.ts";
import { readNumbering } from "../../posts/moves/move.sql.ts";
import { insertOpening, moveAllReplies } from "../../posts/moves/move.service.ts";
import { moveMarks } from "../../reading/mark.service.ts";
import { ThreadEventKind } from "../../threads/events/threadEvent.entity.ts";
import { recordEvent } from "../../threads/events/threadEvent.service.ts";
import { moveHeldEvents } from "../../threads/moderation/heldEvent.service.ts";
import { addMovedParts, closeMerged } from "../../threads/moderation/thread.merge.service.ts";
import { moveRevisions } from "../../threads/content/revision.service.ts";
import { moveFavorites, takeThreadLikes } from "../../threads/reactions/thread.reaction.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { threadChanged, threadDeleted } from "../../threads/thread.events.ts";
import { isForSale } from "../../threads/paid/paid.policy.ts";
import { canRearrangeThread } from "../../threads/thread.policy.ts";
import { renumber, topNumber } from "../../threads/thread.replies.service.ts";
import { eventPartsOf, getThread, lockThread, readChanged } from "../../threads/thread.service.ts";
import { copyThreadWatches } from "../../watches/watch.service.ts";
import { moveReports, moveReportsOfPosts } from "../reports/report.service.ts";
import { notifyAuthors } from "./authors.service.ts";
import { repliesMoved } from "./merging.events.ts";
import type { MergeThreadsInput } from "./merging.input.ts";

/** Locks both threads in ascending id, and checks again that the viewer may merge them. */
async function lockBoth(ctx: Context, sourceId: number, targetId: number): Promise<[Thread, Thread]> {
  const locked = new Map<number, Thread>();
  for (const id of [sourceId, targetId].sort((a, b) => a - b)) {
    const thread = await lockThread(ctx, id, []);
    allow(canRearrangeThread(ctx.viewer, thread));
    locked.set(id, thread);
  }
  return [locked.get(sourceId)!, locked.get(targetId)!];
}

/** Refuses threads that have to be bought: as a reply of another thread nobody could buy their text. */
function mustBeFree(thread: Thread): void {
  if (isForSale(thread))
    throw invalid(
      "threadId",
      "付费帖子不能合并到其他帖子",
      "A thread that has to be bought cannot be merged into another.",
    );
}

/** Refuses two threads that both have a poll, or goods: a thread has one of each, and none may be lost. */
function refuseDoubles(source: Thread, target: Thread): void {
  if (source.hasPoll && target.hasPoll)
    throw invalid(
      "threadId",
      "两个帖子都有投票，不能合并",
      "Both threads have a poll, so they cannot be merged.",
    );
  if (source.hasGoods && target.hasGoods)
    throw invalid(
      "threadId",
      "两个帖子都有商品，不能合并",
      "Both threads have goods, so they cannot be merged.",
    );
}

/** Takes the poll and the goods of a thread along. */
async function moveParts(ctx: Context, source: Thread, toThreadId: number): Promise<void> {
  const { hasPoll, hasGoods } = source;
  if (hasPoll) await movePoll(ctx, source, toThreadId);
  if (hasGoods) await moveGoods(ctx, source.id, toThreadId);
  await addMovedParts(ctx, toThreadId, { hasPoll, hasGoods });
}

/** Takes what belongs to the text of a thread along to the reply that it becomes. */
async function moveBelongings(ctx: Context, from: Thread, threadId: number, postId: number): Promise<void> {
  const text = { threadId: from.id, postId: null };
  const place = { threadId, postId };
  await moveAttachments(ctx, { threadId: from.id }, { postId });
  await moveRevisions(ctx, { threadId: from.id }, { threadId: null, postId });
  await moveReports(ctx, text, place);
  await moveNotifications(ctx, text, place);
  await moveFavorites(ctx, from.id, threadId);
  await moveReplyDrafts(ctx, from.id, threadId);
  const authorId = from.isAnonymous ? null : from.authorId;
  await copyThreadWatches(ctx, from.id, threadId, authorId);
}

/**
 * Merges a thread into another: its text and its replies, hidden ones too, are numbered behind those that are there, so
 * that no address of the other changes; addresses of the merged one lead to where its texts are.
 * @emits threadDeleted, threadChanged, repliesMoved, contentModerated for each author
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission that either category needs; INVALID_PARAMETER for a
 *   thread with itself, for one that has to be bought, for two with polls or goods, and for the reason.
 */
export const mergeThreads = verb({
  name: "mergeThreads",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: MergeThreadsInput): Promise<Thread> {
    const [sourceId, targetId] = [
      parseId(input.threadId, "threadId"),
      parseId(input.intoThreadId, "intoThreadId"),
    ];
    const reason = checkReason(input.reason);
    for (const id of [sourceId, targetId]) allow(canRearrangeThread(ctx.viewer, await getThread(ctx, id)));
    if (sourceId === targetId)
      throw invalid("intoThreadId", "不能把帖子合并到它自己", "A thread cannot be merged with itself.");
    await inTransaction(ctx, async (ctx) => {
      const [source, target] = await lockBoth(ctx, sourceId, targetId);
      mustBeFree(source);
      refuseDoubles(source, target);
      const end = topNumber(target);
      const first = end + 1;
      const newest = [
        ...(await findNewest(ctx, targetId, target.lastNumber)),
        ...(await findNewest(ctx, sourceId, source.lastNumber)),
        source,
      ].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      const numbering = await readNumbering(ctx, sourceId);
      const likes = await takeThreadLikes(ctx, sourceId);
      const postId = await insertOpening(ctx, source, { threadId: targetId, number: first }, likes);
      await moveAllReplies(ctx, sourceId, targetId, first);
      await moveHeldEvents(ctx, sourceId, {
        threadId: targetId,
        threadAuthorId: target.authorId,
        numberOf: new Map(numbering.map(({ id, number }) => [id, number + first])),
      });
      const placeOf = (number: number): number => first + Math.min(number, source.lastNumber);
      await moveMarks(ctx, { fromThreadId: sourceId, toThreadId: targetId, placeOf }, target.lastNumber);
      await moveBelongings(ctx, source, targetId, postId);
      const ids = numbering.map(({ id }) => id);
      await moveReportsOfPosts(ctx, ids, targetId);
      await moveNotificationsOfPosts(ctx, sourceId, ids, targetId);
      await moveParts(ctx, source, targetId);
      await closeMerged(ctx, source, targetId);
      await recordEvent(ctx, targetId, { kind: ThreadEventKind.MERGED, facts: { title: source.title } });
      await renumber(ctx, target, {
        lastNumber: first + source.lastNumber,
        movedNumber: target.movedNumber,
        postCount: target.postCount + source.postCount + 1,
        newest,
      });
      noteChange(ctx, {
        target: `thread:${sourceId}`,
        before: { title: source.title },
        after: { intoThreadId: targetId, intoTitle: target.title },
        reason,
      });
      await notifyAuthors(ctx, targetId, [postId, ...ids], reason);
      ctx.emit(threadDeleted({ ...eventPartsOf(source), wasVisible: source.visible, isVisible: false }));
      ctx.emit(threadChanged(eventPartsOf(target)));
      ctx.emit(repliesMoved({ fromThreadId: sourceId, toThreadId: targetId }));
    });
    invalidateCategories(ctx.services);
    return readChanged(ctx, targetId);
  },
});
