import type { Context } from "../../../core/context.ts";
import { DomainError, isDatabaseAway, isTransient, type ErrorName } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { refuseIfSilenced } from "../../../core/viewer.ts";
import { actAs } from "../../auth/sessions/acting.service.ts";
import type { Draft } from "../../drafts/draft.entity.ts";
import { findDueDrafts, reasonOf, storeProblem } from "../../drafts/scheduledDraft.service.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { publishDraft } from "./scheduling.service.ts";

/** Errors of a draft that was published, deleted or changed at the same moment. */
const OVERTAKEN: ReadonlySet<ErrorName> = new Set<ErrorName>(["DRAFT_GONE", "CONFLICT"]);

/**
 * Publishes the drafts whose time has come, each as its author and in a transaction of its own, so that one that fails
 * stops no other. Several processes may do so at once: the draft is deleted in the transaction that publishes it.
 * @emits threadPublished, notificationRaised
 */
export async function publishDueThreads(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (const draft of await findDueDrafts(ctx)) {
    if (signal?.aborted) return;
    try {
      await publishDue(ctx, draft);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.services.log.error({ draft: draft.id, error: String(error) }, "scheduled thread waits");
    }
  }
}

/** Publishes a due draft, or stores why it is refused. @throws what says nothing about the thread */
async function publishDue(ctx: Context, draft: Draft): Promise<void> {
  try {
    const asAuthor = await actAs(ctx, draft.userId);
    refuseIfSilenced(asAuthor.viewer);
    await publishDraft(asAuthor, draft, (ctx, threadId, isHeld) => {
      // Its approval will be told by a notification of its own.
      if (isHeld) return;
      const about = { actorId: null, threadId, postId: null, data: {} };
      ctx.emit(notificationRaised({ userId: draft.userId, kind: "schedule.published", ...about }));
    });
  } catch (error) {
    if (!(error instanceof DomainError) || isTransient(error)) throw error;
    if (!OVERTAKEN.has(error.code)) await refuse(ctx, draft, error);
  }
}

/** Makes a draft a plain one with the reason of the refusal, and notifies its author. @emits notificationRaised */
async function refuse(ctx: Context, draft: Draft, refusal: DomainError): Promise<void> {
  const error = refusal.code === "NOT_FOUND" ? missing(refusal) : refusal;
  await inTransaction(ctx, async (ctx) => {
    if (!(await storeProblem(ctx, draft, error))) return;
    const { id: draftId, userId, title } = draft;
    const about = { actorId: null, threadId: null, postId: null };
    const data = { title, draftId, reasons: reasonOf(error) };
    ctx.emit(notificationRaised({ userId, kind: "schedule.refused", ...about, data }));
  });
}

/** Says what does not exist any more: nobody is looking at the form that had it. */
function missing({ details: { field } }: DomainError): DomainError {
  const text =
    field === "attachmentIds"
      ? { zh: "附件已不存在", en: "A file of the thread does not exist any more." }
      : { zh: "板块已不存在或不可见", en: "The category does not exist any more, or you cannot see it." };
  return new DomainError("NOT_FOUND", { field, text });
}
