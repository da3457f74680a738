import { noteChange } from "../../../core/audit.ts";
import { markUndone, newestPage, newestRows } from "../../../core/batches.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import type { Connection, PageRequest } from "../../../core/paging.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert, lockById } from "../../../core/write.ts";
import { allow, mustBeAdmin, type Decision, type Viewer } from "../../../core/viewer.ts";
import { categoryById, invalidateCategories, getCategory } from "../../categories/category.service.ts";
import { ApprovalState, type Thread } from "../../threads/thread.entity.ts";
import {
  canApproveThread,
  canDeleteThread,
  canMoveThread,
  canRestoreThread,
  canSeeThread,
  canSetEssence,
  canSetSticky,
} from "../../threads/thread.policy.ts";
import { loggedState } from "../../threads/moderation/thread.moderation.service.ts";
import { lockThread } from "../../threads/thread.service.ts";
import { BatchAction, ModerationBatch, ModerationBatchItem } from "./batch.entity.ts";
import type { ModerateThreadsInput } from "./batch.input.ts";
import { restoreMember, restorePosts } from "./ban.service.ts";
import { restoreSilence } from "./silence.service.ts";
import { applyState, changedSince, isStill, stateOf, storedState, type BatchState } from "./state.service.ts";

/** Maximum threads of one batch. */
const THREADS_MAX = 100;
const BATCHES = { list: "moderationBatches", entity: ModerationBatch };

/** Permission and effect of an action. */
interface Plan {
  readonly may: (viewer: Viewer, thread: Thread, categoryId?: number) => Decision;
  readonly next: (ctx: Context, thread: Thread, categoryId?: number) => Partial<BatchState>;
}

const deletedBy = (ctx: Context, thread: Thread): Partial<BatchState> =>
  thread.deletedAt ? {} : { deletedAt: ctx.now, deletedById: ctx.viewer.id };

/** Actions on the threads that are named. */
type ThreadAction = Exclude<BatchAction, BatchAction.BAN | BatchAction.SILENCE>;

const PLANS: Readonly<Record<ThreadAction, Plan>> = {
  [BatchAction.MOVE]: { may: canMoveThread, next: (_ctx, _thread, categoryId) => ({ categoryId }) },
  [BatchAction.PIN]: { may: canSetSticky, next: () => ({ isSticky: true, stickyUntil: null }) },
  [BatchAction.UNPIN]: { may: canSetSticky, next: () => ({ isSticky: false, stickyUntil: null }) },
  [BatchAction.FEATURE]: { may: canSetEssence, next: () => ({ isEssence: true }) },
  [BatchAction.UNFEATURE]: { may: canSetEssence, next: () => ({ isEssence: false }) },
  [BatchAction.HIDE]: { may: canApproveThread, next: () => ({ approval: ApprovalState.IGNORED }) },
  [BatchAction.SHOW]: { may: canApproveThread, next: () => ({ approval: ApprovalState.APPROVED }) },
  [BatchAction.DELETE]: { may: canDeleteThread, next: deletedBy },
  [BatchAction.RESTORE]: { may: canRestoreThread, next: () => ({ deletedAt: null, deletedById: null }) },
};

/** Inverse of each action. */
const INVERSE: Readonly<Record<BatchAction, ThreadAction>> = {
  [BatchAction.BAN]: BatchAction.RESTORE,
  // Changes no threads.
  [BatchAction.SILENCE]: BatchAction.RESTORE,
  [BatchAction.MOVE]: BatchAction.MOVE,
  [BatchAction.PIN]: BatchAction.UNPIN,
  [BatchAction.UNPIN]: BatchAction.PIN,
  [BatchAction.FEATURE]: BatchAction.UNFEATURE,
  [BatchAction.UNFEATURE]: BatchAction.FEATURE,
  [BatchAction.HIDE]: BatchAction.SHOW,
  [BatchAction.SHOW]: BatchAction.HIDE,
  [BatchAction.DELETE]: BatchAction.RESTORE,
  [BatchAction.RESTORE]: BatchAction.DELETE,
};

/**
 * Applies one action to several threads, all or none, so that it can be undone as one.
 * @emits threadChanged, threadDeleted, threadRestored
 * @throws {DomainError} NOT_FOUND, FORBIDDEN naming the permission; INVALID_PARAMETER.
 */
export const moderateThreads = verb({
  name: "moderateThreads",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: ModerateThreadsInput): Promise<ModerationBatch> {
    const ids = [...new Set(input.threadIds.map((id) => parseId(id, "threadIds")))].sort((a, b) => a - b);
    if (ids.length === 0 || ids.length > THREADS_MAX)
      throw invalid("threadIds", `一次最多处理 ${THREADS_MAX} 个帖子`, `Name 1 to ${THREADS_MAX} threads.`);
    const reason = checkReason(input.reason);
    const categoryId = parseOptionalId(input.categoryId, "categoryId");
    if (input.action === BatchAction.MOVE) {
      if (categoryId === undefined) throw invalid("categoryId", "请选择板块", "Say where to.");
      await getCategory(ctx, categoryId);
    }
    const { action } = input;
    if (action === BatchAction.BAN)
      throw invalid("action", "请使用 banUser", "Members are banned by banUser.");
    if (action === BatchAction.SILENCE)
      throw invalid("action", "请使用 silenceUser", "Members are silenced by silenceUser.");
    const plan = PLANS[action];
    const id = await inTransaction(ctx, async (ctx) => {
      const batch = { actorId: ctx.viewer.id, action: input.action, reason, createdAt: ctx.now };
      const batchId = await insert(ctx, ModerationBatch, batch);
      for (const threadId of ids) {
        const thread = await lockThread(ctx, threadId, ["bodyHtml"]);
        allow(canSeeThread(ctx.viewer, thread));
        allow(plan.may(ctx.viewer, thread, categoryId));
        const before = stateOf(thread);
        const after = { ...before, ...plan.next(ctx, thread, categoryId) };
        if (JSON.stringify(before) === JSON.stringify(after)) continue;
        await applyState(ctx, thread, after, { reason });
        const states = { before: JSON.stringify(before), after: JSON.stringify(after) };
        await insert(ctx, ModerationBatchItem, { batchId, threadId, ...states });
        noteChange(ctx, {
          target: `thread:${threadId}`,
          before: loggedState(thread, before),
          after: loggedState(thread, after),
          reason,
        });
      }
      noteChange(ctx, {
        target: `batch:${batchId}`,
        after: { action: input.action, threads: ids.length },
        reason,
      });
      return batchId;
    });
    invalidateCategories(ctx.services);
    return getBatch(ctx, id);
  },
});

async function getBatch(ctx: Context, id: number): Promise<ModerationBatch> {
  const batch = await ctx.db.findOneBy(ModerationBatch, { id });
  if (!batch) throw new DomainError("NOT_FOUND");
  return batch;
}

/**
 * Restores the state of every thread before a batch, all or none.
 * @emits threadChanged, threadDeleted, threadRestored
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for batches of others, except for administrators; CONFLICT if it was undone
 *   already or one of its threads changed since.
 */
export const undoModeration = verb({
  name: "undoModeration",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, batchId: number): Promise<ModerationBatch> {
    await inTransaction(ctx, async (ctx) => {
      const batch = await lockById(ctx, ModerationBatch, batchId);
      if (!batch) throw new DomainError("NOT_FOUND");
      if (batch.actorId !== ctx.viewer.id && !ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
      if (batch.undoneAt) throw changedSince();
      const items = await ctx.db.find(ModerationBatchItem, {
        where: { batchId },
        order: { threadId: "ASC" },
      });
      for (const { threadId, before, after } of items) {
        const thread = await lockThread(ctx, threadId, ["bodyHtml"]);
        if (!isStill(thread, after)) throw changedSince();
        const next = storedState(thread, before);
        if (next.categoryId !== thread.categoryId && !(await load(ctx, categoryById, next.categoryId)))
          throw new DomainError("CONFLICT", {
            text: { zh: "原来的板块已被删除", en: "The category that it came from is gone." },
          });
        // A viewer who has lost the permission may not undo the action either.
        allow(PLANS[INVERSE[batch.action]].may(ctx.viewer, thread, next.categoryId));
        await applyState(ctx, thread, next);
        noteChange(ctx, {
          target: `thread:${threadId}`,
          before: loggedState(thread, stateOf(thread)),
          after: loggedState(thread, next),
        });
      }
      await restorePosts(ctx, batchId);
      if (batch.action === BatchAction.SILENCE) await restoreSilence(ctx, batch);
      else await restoreMember(ctx, batch);
      await markUndone(ctx, BATCHES, batchId);
      noteChange(ctx, { target: `batch:${batchId}`, after: { undone: true } });
    });
    invalidateCategories(ctx.services);
    return getBatch(ctx, batchId);
  },
});

/** Lists batches, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listBatches(ctx: Context, page: PageRequest): Promise<Connection<ModerationBatch>> {
  allow(mustBeAdmin(ctx.viewer));
  return newestPage(BATCHES, page, await newestRows(ctx, BATCHES, page));
}
