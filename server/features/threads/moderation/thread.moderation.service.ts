import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, type Decision, type Viewer } from "../../../core/viewer.ts";
import { invalidateCategories } from "../../categories/category.service.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { ApprovalState, Thread } from "../thread.entity.ts";
import {
  contentModerated,
  threadChanged,
  threadDeleted,
  threadRestored,
  type StaffAction,
} from "../thread.events.ts";
import {
  canApproveThread,
  canDeleteThread,
  canRestoreThread,
  canSetEssence,
  isVisible,
} from "../thread.policy.ts";
import { recordFeature } from "../events/threadEvent.service.ts";
import { releaseEvents } from "./heldEvent.service.ts";
import { countThread, getThread, lockThread, eventPartsOf, readChanged } from "../thread.service.ts";
import { linkTopics, topicIdsOf } from "../topics/topicLink.service.ts";
import { noteDeed } from "../../users/deeds.ts";

type State = Pick<Thread, "approval" | "deletedAt" | "deletedById">;

/** Gives the action that a change of state means for its author; null if there is none to report. */
export function actionBetween(before: State, after: State): StaffAction | null {
  if (before.deletedAt === null && after.deletedAt !== null) return "deleted";
  if (before.approval === after.approval) return null;
  if (after.approval === ApprovalState.APPROVED) return "approved";
  return after.approval === ApprovalState.IGNORED ? "unapproved" : null;
}

/** Emits an event for the author of content that another member changed. */
export function notifyAuthor(
  ctx: Context,
  { id, authorId }: Pick<Thread, "id" | "authorId">,
  action: StaffAction,
  reason: string,
): void {
  const byUserId = ctx.viewer.id;
  if (byUserId === authorId) return;
  ctx.emit(contentModerated({ threadId: id, postId: null, authorId, byUserId, action, reason }));
}

/**
 * Notes a change of state. Nobody learns from the log who wrote something anonymous: what its author does with it stands
 * there as little as that it was its author who took it away.
 */
export function noteState(
  ctx: Context,
  target: string,
  content: State & Pick<Thread, "authorId" | "isAnonymous">,
  after: State,
  reason: string,
): void {
  const { approval, deletedAt, deletedById, authorId, isAnonymous } = content;
  if (isAnonymous && authorId === ctx.viewer.id && after.approval === approval) return noteNothing(ctx);
  const before = { approval, deletedAt, deletedById };
  noteChange(ctx, {
    target,
    before: loggedState(content, before),
    after: loggedState(content, after),
    reason,
  });
}

/** Gives a state as the log shows it. */
export function loggedState<S extends Pick<State, "deletedById">>(
  { authorId, isAnonymous }: Pick<Thread, "authorId" | "isAnonymous">,
  state: S,
): S {
  return isAnonymous && state.deletedById === authorId ? { ...state, deletedById: null } : state;
}

/** The columns of a thread that moderators change. */
export type ModeratedState = State &
  Partial<Pick<Thread, "categoryId" | "isSticky" | "stickyUntil" | "isEssence">>;

/** Stores the state of a locked thread, and whether it is visible by it. */
export async function storeState(ctx: Context, threadId: number, state: ModeratedState): Promise<void> {
  const visible = isVisible(state.approval, state.deletedAt);
  await ctx.db.update(Thread, { id: threadId }, { ...state, visible });
}

/** Brings a thread into a state, with everything that is counted and found because of it. */
async function changeState(
  ctx: Context,
  threadId: number,
  may: (viewer: Viewer, thread: Thread) => Decision,
  next: (thread: Thread) => State | null,
  given?: string | null,
): Promise<Thread> {
  const reason = checkReason(given);
  allow(may(ctx.viewer, await getThread(ctx, threadId)));
  await inTransaction(ctx, async (ctx) => {
    const before = await lockThread(ctx, threadId, ["bodyHtml"]);
    allow(may(ctx.viewer, before));
    const state = next(before);
    if (!state) return noteNothing(ctx);
    const visible = isVisible(state.approval, state.deletedAt);
    noteState(ctx, `thread:${threadId}`, before, state, reason);
    await storeState(ctx, threadId, state);
    if (visible !== before.visible) {
      await countThread(ctx, before, visible ? 1 : -1);
      await queueForSearch(ctx, { threadId });
      await linkTopics(ctx, before, visible ? await topicIdsOf(ctx, before.body) : []);
      if (visible) await releaseEvents(ctx, { threadId, postId: null });
    }
    const news = { ...eventPartsOf(before), wasVisible: before.visible, isVisible: visible };
    if (before.deletedAt === null && state.deletedAt !== null) ctx.emit(threadDeleted(news));
    else if (before.deletedAt !== null && state.deletedAt === null) ctx.emit(threadRestored(news));
    else ctx.emit(threadChanged(news));
    const action = actionBetween(before, state);
    if (action) notifyAuthor(ctx, before, action, reason);
  });
  invalidateCategories(ctx.services);
  return readChanged(ctx, threadId);
}

/** Input of `deleteThread`. */
export interface ThreadDeletion {
  readonly threadId: number;
  /** Reason shown to the author. */
  readonly reason?: string | null;
}

/** Deletes a thread so that it can be restored. @emits threadDeleted @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const deleteThread = verb({
  name: "deleteThread",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  run: (ctx: Context, { threadId, reason }: ThreadDeletion): Promise<Thread> =>
    changeState(
      ctx,
      threadId,
      canDeleteThread,
      ({ approval, deletedAt }) =>
        deletedAt ? null : { approval, deletedAt: ctx.now, deletedById: ctx.viewer.id },
      reason,
    ),
});

/** Brings a deleted thread back. @emits threadRestored @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const restoreThread = verb({
  name: "restoreThread",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  run: (ctx: Context, threadId: number): Promise<Thread> =>
    changeState(ctx, threadId, canRestoreThread, ({ approval, deletedAt }) =>
      deletedAt ? { approval, deletedAt: null, deletedById: null } : null,
    ),
});

/** Input of `setThreadApproval`. */
export interface ThreadApproval {
  readonly threadId: number;
  readonly approval: ApprovalState;
  /** Reason shown to the author. */
  readonly reason?: string | null;
}

/** Lets a thread appear, or takes it back. @emits threadChanged @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const setThreadApproval = verb({
  name: "setThreadApproval",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  run: (ctx: Context, { threadId, approval, reason }: ThreadApproval): Promise<Thread> =>
    changeState(
      ctx,
      threadId,
      canApproveThread,
      (before) =>
        before.approval === approval
          ? null
          : { approval, deletedAt: before.deletedAt, deletedById: before.deletedById },
      reason,
    ),
});

/** Input of `setThreadEssence`. */
export interface ThreadEssence {
  readonly threadId: number;
  readonly essence: boolean;
}

/** Marks a thread as a highlight, or no longer. @emits threadChanged @throws {DomainError} NOT_FOUND, FORBIDDEN. */
export const setThreadEssence = verb({
  name: "setThreadEssence",
  who: "member",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { threadId, essence: isEssence }: ThreadEssence): Promise<Thread> {
    const thread = await getThread(ctx, threadId);
    allow(canSetEssence(ctx.viewer, thread));
    await inTransaction(ctx, async (ctx) => {
      const other = { id: threadId, isEssence: !isEssence };
      const isChanged = ((await ctx.db.update(Thread, other, { isEssence })).affected ?? 0) > 0;
      if (!isChanged) return;
      await recordFeature(ctx, threadId, isEssence);
      noteChange(ctx, {
        target: `thread:${threadId}`,
        before: { isEssence: !isEssence },
        after: { isEssence },
      });
      ctx.emit(threadChanged(eventPartsOf(thread)));
      if (isEssence) notifyAuthor(ctx, thread, "essence", "");
      if (isEssence) noteDeed(ctx, thread.authorId);
    });
    return readChanged(ctx, threadId);
  },
});
