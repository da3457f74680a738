import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { invalidateCategories } from "../../categories/category.service.ts";
import { applyState, stateOf } from "../../moderation/batches/state.service.ts";
import { applyPostState } from "../../posts/moderation/post.moderation.service.ts";
import { holdPost } from "../../posts/moderation/postVisibility.service.ts";
import { Post } from "../../posts/post.entity.ts";
import { postChanged } from "../../posts/post.events.ts";
import { lockPost, postEventPartsOf } from "../../posts/post.service.ts";
import { type ContentHold, HoldReason } from "../../spam/contentHold.entity.ts";
import {
  type ContentPlace,
  findHold,
  setHoldDecided,
  storeHold,
  waitsForCheck,
} from "../../spam/contentHold.service.ts";
import { holdThread } from "../../threads/moderation/hold.service.ts";
import { ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import { threadChanged } from "../../threads/thread.events.ts";
import { eventPartsOf, lockThread } from "../../threads/thread.service.ts";
import type { Answer } from "../checker.ts";
import { CheckVerdict, type CheckService, type ContentCheck } from "../contentCheck.entity.ts";
import { scoreOf } from "../findings.ts";
import { dropCheck, failCheck, finishCheck } from "../queue.service.ts";

/** An answer with the service that gave it. */
export interface ServiceAnswer {
  readonly service: CheckService;
  readonly answer: Answer;
  /** Digest of the text if it passed; empty otherwise. */
  readonly textHash: string;
}

/** Content that is checked, locked, with its hold. */
interface LockedContent {
  readonly place: ContentPlace;
  readonly thread: Thread;
  readonly post: Post | null;
  readonly hold: ContentHold | null;
}

/**
 * Applies the answer about a text. A text that passed is published if the check was the only reason to hold it; a text with
 * findings goes to the moderators, unless a moderator has approved it since it was written.
 * @emits threadChanged or postChanged, and the held events of content that appears
 */
export async function applyAnswer(ctx: Context, check: ContentCheck, result: ServiceAnswer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const content = await lockContent(ctx, check);
    if (!(await finishCheck(ctx, check, result))) return;
    const { verdict, findings } = result.answer;
    if (verdict === CheckVerdict.PASS) await letAppear(ctx, check, content);
    else await holdBack(ctx, check, content, scoreOf(findings));
  });
  invalidateCategories(ctx.services);
}

/**
 * Plans another attempt after a failure. After the last one, findings about a part of the text count, and a text that waits
 * is left to the moderators.
 * @returns true if it was the last one
 */
export async function applyFailure(
  ctx: Context,
  check: ContentCheck,
  { problem, answer }: { readonly problem: string; readonly answer: Answer },
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const content = await lockContent(ctx, check);
    if (!(await failCheck(ctx, check, { problem, answer }))) return false;
    if (answer.verdict !== CheckVerdict.PASS) await holdBack(ctx, check, content, scoreOf(answer.findings));
    else if (waitsForCheck(content.hold))
      await storeHold(ctx, content.place, { reason: HoldReason.UNCHECKED, score: 0 });
    return true;
  });
}

/** Forgets the check of content that is there no more. */
export async function forget(ctx: Context, check: ContentCheck): Promise<void> {
  await inTransaction(ctx, (ctx) => dropCheck(ctx, check));
}

async function lockContent(
  ctx: Context,
  { threadId, postId, targetKey }: ContentCheck,
): Promise<LockedContent> {
  if (threadId !== null) {
    const thread = await lockThread(ctx, threadId, ["bodyHtml"]);
    return { place: { threadId, postId: null }, thread, post: null, hold: await findHold(ctx, targetKey) };
  }
  const { threadId: ofThread } = await ctx.db.findOneOrFail(Post, {
    select: { id: true, threadId: true },
    where: { id: postId! },
  });
  const thread = await lockThread(ctx, ofThread);
  const post = await lockPost(ctx, postId!, ["bodyHtml"]);
  const place = { threadId: null, postId: postId! };
  return { place, thread, post, hold: await findHold(ctx, targetKey) };
}

/** Lets content appear that waited for nothing but the answer. */
async function letAppear(
  ctx: Context,
  { targetKey }: ContentCheck,
  { thread, post, hold }: LockedContent,
): Promise<void> {
  if (!waitsForCheck(hold) || (post ?? thread).approval !== ApprovalState.PENDING) return;
  await setHoldDecided(ctx, targetKey, ctx.now);
  const approval = ApprovalState.APPROVED;
  if (!post) return applyState(ctx, thread, { ...stateOf(thread), approval }, { isTold: false });
  const { deletedAt, deletedById } = post;
  await applyPostState(ctx, thread, post, { approval, deletedAt, deletedById });
}

/** Sends content to the moderators. */
async function holdBack(
  ctx: Context,
  { requestedAt }: ContentCheck,
  content: LockedContent,
  score: number,
): Promise<void> {
  const { place, thread, post, hold } = content;
  const { visible } = post ?? thread;
  const wasReleased = visible && hold !== null && hold.heldAt >= requestedAt;
  if (wasReleased || !(visible || waitsForCheck(hold))) return;
  await storeHold(ctx, place, { reason: HoldReason.CHECK, score });
  if (visible) await hide(ctx, thread, post);
}

/** Hides visible content; its author sees that it waits. */
async function hide(ctx: Context, thread: Thread, post: Post | null): Promise<void> {
  const seen = { wasVisible: true, isVisible: false };
  if (post) {
    await holdPost(ctx, thread, post, []);
    ctx.emit(postChanged({ ...postEventPartsOf(post), ...seen }));
  } else {
    await holdThread(ctx, thread, []);
    ctx.emit(threadChanged({ ...eventPartsOf(thread), ...seen }));
  }
}
