import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import {
  type StaffAction,
  threadChanged,
  threadDeleted,
  threadRestored,
} from "../../threads/thread.events.ts";
import {
  actionBetween,
  storeState,
  notifyAuthor,
} from "../../threads/moderation/thread.moderation.service.ts";
import { recordFeature, recordMove, recordPin } from "../../threads/events/threadEvent.service.ts";
import { releaseEvents } from "../../threads/moderation/heldEvent.service.ts";
import { isVisible } from "../../threads/thread.policy.ts";
import { countThread, eventPartsOf } from "../../threads/thread.service.ts";
import { linkTopics, moveTopics, topicIdsOf } from "../../threads/topics/topicLink.service.ts";

/** Columns of a thread that moderation changes. */
export type BatchState = Pick<
  Thread,
  "categoryId" | "isSticky" | "stickyUntil" | "isEssence" | "approval" | "deletedAt" | "deletedById"
>;

/** Gives the state of a thread. */
export function stateOf(thread: Thread): BatchState {
  const { categoryId, isSticky, stickyUntil, isEssence, approval, deletedAt, deletedById } = thread;
  return { categoryId, isSticky, stickyUntil, isEssence, approval, deletedAt, deletedById };
}

/** Gives the error for a batch whose content, or whose member, somebody changed since. */
export const changedSince = (): DomainError =>
  new DomainError("CONFLICT", {
    text: { zh: "其中的内容后来又被修改过", en: "Some of it was changed or undone since." },
  });

/** True if a thread is still in the state that a batch left, in the columns that were stored of it. */
export function isStill(thread: Thread, after: string): boolean {
  const stored = JSON.parse(after) as Partial<BatchState>;
  const current = JSON.parse(JSON.stringify(stateOf(thread))) as BatchState;
  return Object.entries(stored).every(([column, value]) => current[column as keyof BatchState] === value);
}

/** Gives the state that a batch stored; columns that it did not store are as they are. */
export function storedState(thread: Thread, text: string): BatchState {
  const stored = JSON.parse(text) as Partial<BatchState>;
  const state = { ...stateOf(thread), ...stored };
  const timeOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));
  return { ...state, deletedAt: timeOf(state.deletedAt), stickyUntil: timeOf(state.stickyUntil) };
}

/** Gives the changes that the author is notified of. */
function actionsBetween(before: Thread, next: BatchState): StaffAction[] {
  const action = actionBetween(before, next);
  const actions: StaffAction[] = action ? [action] : [];
  if (next.isSticky && !before.isSticky) actions.push("sticky");
  if (next.isEssence && !before.isEssence) actions.push("essence");
  if (next.categoryId !== before.categoryId) actions.push("updated");
  return actions;
}

/**
 * Brings a locked thread into a state, with its counters, search documents and topics.
 * @param reason shown to the author; null if a batch is undone, of which they learn only if the thread appears or not
 * @param isTold false if the author learns of it in another way
 */
export async function applyState(
  ctx: Context,
  before: Thread,
  next: BatchState,
  { reason = null, isTold = true }: { readonly reason?: string | null; readonly isTold?: boolean } = {},
): Promise<void> {
  const { id } = before;
  const visible = isVisible(next.approval, next.deletedAt);
  await storeState(ctx, id, next);
  const moved = next.categoryId !== before.categoryId;
  const after = { ...before, ...next, visible };
  if (visible !== before.visible || moved) {
    if (before.visible) await countThread(ctx, before, -1);
    if (visible) await countThread(ctx, after, 1);
  }
  if (moved) await moveTopics(ctx, id, before.categoryId, next.categoryId);
  await recordMove(ctx, before, next.categoryId);
  await recordPin(ctx, before, next);
  if (next.isEssence !== before.isEssence) await recordFeature(ctx, id, next.isEssence);
  if (visible !== before.visible) {
    await queueForSearch(ctx, { threadId: id });
    await linkTopics(ctx, after, visible ? await topicIdsOf(ctx, before.body) : []);
    if (visible) await releaseEvents(ctx, { threadId: id, postId: null });
  }
  const news = {
    ...eventPartsOf(before),
    categoryId: next.categoryId,
    wasVisible: before.visible,
    isVisible: visible,
  };
  if (before.deletedAt === null && next.deletedAt !== null) ctx.emit(threadDeleted(news));
  else if (before.deletedAt !== null && next.deletedAt === null) ctx.emit(threadRestored(news));
  else ctx.emit(threadChanged(news));
  if (!isTold) return;
  const state = actionBetween(before, next);
  const actions = reason === null ? (state ? [state] : []) : actionsBetween(before, next);
  for (const action of actions) notifyAuthor(ctx, before, action, reason ?? "");
}
