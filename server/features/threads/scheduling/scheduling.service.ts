import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseOptionalId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { passCaptcha } from "../../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../../captcha/captcha.view.ts";
import type { Draft } from "../../drafts/draft.entity.ts";
import { contentOf, giftsOfDraft, ownDraft } from "../../drafts/draft.service.ts";
import {
  checkPublishAt,
  setPublishAt,
  storeScheduled,
  takeDraft,
  wasScheduled,
} from "../../drafts/scheduledDraft.service.ts";
import { lockUser } from "../../users/userCounter.service.ts";
import type { Thread } from "../thread.entity.ts";
import type { ScheduleThreadInput } from "../thread.input.ts";
import { prepareThread, storeThread } from "../thread.publish.service.ts";
import { draftOfInput, giftsRefused, inputOfDraft } from "./scheduledInput.ts";

/** Refuses a poll that would be over when it is published. @throws {DomainError} INVALID_PARAMETER. */
function refuseEndedPoll(endsAt: Date | null | undefined, publishAt: Date): void {
  if (!endsAt || endsAt.getTime() > publishAt.getTime()) return;
  throw invalid("endsAt", "投票须在发布时间之后截止", "The poll must end after the thread is published.");
}

/**
 * Schedules a new thread: checks it like one that is published now, and stores it as a draft with a time.
 * @throws {DomainError} as `publishThread`; INVALID_PARAMETER for the time, for red packet, bounty and question, for a poll
 *   that ends before, for the draft of a reply, and beyond 10 scheduled threads; DRAFT_GONE.
 */
export const scheduleThread = verb({
  name: "scheduleThread",
  who: "member",
  rate: "post",
  publishes: true,
  async run(ctx: Context, { thread, publishAt }: ScheduleThreadInput): Promise<Draft> {
    const draftId = parseOptionalId(thread.draftId, "draftId");
    checkPublishAt(ctx, publishAt);
    if (thread.redPacket || thread.bounty || thread.question) throw giftsRefused();
    refuseEndedPoll(thread.poll?.endsAt, publishAt);
    await prepareThread(ctx, thread);
    const content = await contentOf(ctx, draftOfInput(thread));
    await passCaptcha(ctx, CaptchaPurpose.PUBLISH, thread.captcha);
    return inTransaction(ctx, (ctx) => storeScheduled(ctx, draftId, content, publishAt));
  },
});

/** Finds one of the viewer's drafts. @throws {DomainError} NOT_FOUND for drafts of others and unknown ones alike. */
async function getOwnDraft(ctx: Context, id: number): Promise<Draft> {
  const draft = await ownDraft(ctx, id);
  if (!draft) throw new DomainError("NOT_FOUND");
  return draft;
}

/** Refuses drafts that never passed the checks of scheduling. @throws {DomainError} INVALID_PARAMETER. */
function refusePlain(draft: Draft): void {
  if (!wasScheduled(draft)) throw invalid("id", "这篇草稿没有定时发布", "This draft is not scheduled.");
}

/** A scheduled thread with its new time. */
export interface Rescheduling {
  readonly id: number;
  /** Null makes it a plain draft. */
  readonly publishAt: Date | null;
}

/**
 * Gives a scheduled thread, or one that was refused at its time, another time, or makes it a plain draft.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for the time, for plain drafts, for a poll that ends before, and beyond
 *   10 scheduled threads.
 */
export const rescheduleThread = verb({
  name: "rescheduleThread",
  who: "member",
  rate: "draft",
  idempotent: true,
  async run(ctx: Context, { id, publishAt }: Rescheduling): Promise<Draft> {
    if (publishAt !== null) checkPublishAt(ctx, publishAt);
    return inTransaction(ctx, async (ctx) => {
      await lockUser(ctx, ctx.viewer.id);
      const draft = await getOwnDraft(ctx, id);
      if (publishAt !== null) {
        refusePlain(draft);
        refuseEndedPoll(giftsOfDraft(draft).poll?.endsAt, publishAt);
      }
      return setPublishAt(ctx, draft, publishAt);
    });
  },
});

/**
 * Publishes a scheduled thread, or one that was refused at its time, now.
 * @emits threadPublished, now or when it is approved
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for plain drafts; as `publishThread`; CONFLICT if it was changed at the
 *   same moment.
 */
export const publishScheduledThread = verb({
  name: "publishScheduledThread",
  who: "member",
  rate: "post",
  publishes: true,
  async run(ctx: Context, { id }: { readonly id: number }): Promise<Thread> {
    const draft = await getOwnDraft(ctx, id);
    refusePlain(draft);
    return publishDraft(ctx, draft, () => {});
  },
});

/**
 * Publishes a draft of the viewer as it was read, with the checks of this moment.
 * @param announce emits what goes with it, in the transaction that publishes it; receives whether it waits for approval
 * @throws {DomainError} as `publishScheduledThread`
 */
export async function publishDraft(
  ctx: Context,
  draft: Draft,
  announce: (ctx: Context, threadId: number, isHeld: boolean) => void,
): Promise<Thread> {
  const input = inputOfDraft(draft);
  const prepared = await prepareThread(ctx, input);
  return storeThread(ctx, input, prepared, async (ctx, threadId, isHeld) => {
    await takeDraft(ctx, draft);
    announce(ctx, threadId, isHeld);
  });
}
