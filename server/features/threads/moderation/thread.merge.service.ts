import type { Context } from "../../../core/context.ts";
import { insert } from "../../../core/write.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { dropEvents } from "../events/threadEvent.service.ts";
import { linkTopics, topicIdsOf } from "../topics/topicLink.service.ts";
import { hotScoreOf, Thread } from "../thread.entity.ts";
import { countThread, NEW_THREAD } from "../thread.service.ts";

/** Closes a locked visible thread whose text and replies are in another now, in the caller's transaction. */
export async function closeMerged(ctx: Context, thread: Thread, mergedIntoId: number): Promise<void> {
  const gone = { visible: false, deletedAt: ctx.now, deletedById: ctx.viewer.id, mergedIntoId };
  // Its numbers stay given, and what it had is counted where it is.
  const nothing = {
    postCount: 0,
    lastNumber: 0,
    movedNumber: Math.max(thread.lastNumber, thread.movedNumber),
  };
  const unmarked = {
    isSticky: false,
    stickyUntil: null,
    solutionId: null,
    solutionNumber: null,
    hasPoll: false,
    hasGoods: false,
  };
  await ctx.db.update(Thread, { id: thread.id }, { ...gone, ...nothing, ...unmarked });
  await dropEvents(ctx, thread);
  await countThread(ctx, thread, -1);
  await linkTopics(ctx, thread, []);
  await queueForSearch(ctx, { threadId: thread.id });
}

/** Notes which parts of another thread a thread has now, in the caller's transaction. */
export async function addMovedParts(
  ctx: Context,
  threadId: number,
  { hasPoll, hasGoods }: Pick<Thread, "hasPoll" | "hasGoods">,
): Promise<void> {
  if (!hasPoll && !hasGoods) return;
  const parts = { ...(hasPoll && { hasPoll }), ...(hasGoods && { hasGoods }) };
  await ctx.db.update(Thread, { id: threadId }, parts);
  await queueForSearch(ctx, { threadId });
}

/** Text of a reply that becomes a thread. */
export type SplitText = Pick<
  Thread,
  | "authorId"
  | "isAnonymous"
  | "body"
  | "bodyHtml"
  | "markdownVersion"
  | "plainText"
  | "approval"
  | "createdAt"
  | "editedAt"
> & { readonly excerpt: string; readonly hasImages: boolean; readonly hasAttachments: boolean };

/** A thread that is made of a reply. */
export interface SplitThread {
  readonly title: string;
  readonly categoryId: number;
  readonly text: SplitText;
  readonly likeCount: number;
  readonly reactions: string;
}

/** Inserts the thread that a reply becomes, in the caller's transaction; its replies follow. @returns it */
export async function insertSplit(ctx: Context, split: SplitThread): Promise<Thread> {
  const { title, categoryId, text, likeCount, reactions } = split;
  const { createdAt } = text;
  const hotScore = hotScoreOf({ createdAt, postCount: 0, likeCount });
  const place = { longitude: null, latitude: null, address: "", location: "" };
  const values = { ...NEW_THREAD, ...place, ...text, title, categoryId, likeCount, reactions, hotScore };
  const id = await insert(ctx, Thread, { ...values, lastPostedAt: createdAt });
  await countThread(ctx, { authorId: text.authorId, categoryId, isAnonymous: text.isAnonymous }, 1);
  await linkTopics(ctx, { id, categoryId, createdAt }, await topicIdsOf(ctx, text.body));
  await queueForSearch(ctx, { threadId: id });
  return ctx.db.findOneByOrFail(Thread, { id });
}
