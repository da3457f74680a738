import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { Poll } from "../../polls/poll.entity.ts";
import type { PollInput } from "../../polls/poll.input.ts";
import { getPoll } from "../../polls/poll.results.service.ts";
import { checkPoll, endPoll, replacePoll } from "../../polls/poll.service.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { holdForWords, holdThread } from "../moderation/hold.service.ts";
import type { Thread } from "../thread.entity.ts";
import { threadChanged } from "../thread.events.ts";
import { canChangePoll } from "../thread.policy.ts";
import { eventPartsOf, getThread, lockThread } from "../thread.service.ts";

/** Input of `editPoll`. */
export interface PollChange {
  readonly threadId: string;
  readonly poll: PollInput;
}

/**
 * Replaces the poll of a thread in which nobody has voted yet.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND for threads that the viewer does not see, and without a poll; FORBIDDEN naming the
 *   permission; POLL_HAS_VOTES once somebody has voted; POLL_CLOSED after its end; INVALID_PARAMETER and STOP_WORD as
 *   `checkPoll`.
 */
export const editPoll = verb({
  name: "editPoll",
  who: "member",
  rate: "edit",
  publishes: true,
  audited: true,
  async run(ctx: Context, input: PollChange): Promise<Poll> {
    const { threadId, pollId } = await getOwn(ctx, input.threadId);
    const plan = (await checkPoll(ctx, input.poll))!;
    return inTransaction(ctx, async (ctx) => {
      const thread = await lockOwn(ctx, threadId);
      const before = await replacePoll(ctx, pollId, plan);
      noteByStaff(ctx, thread, before, { title: plan.poll.title, options: plan.options });
      const isHeld = plan.heldBackBy.length > 0 && !ctx.viewer.may("thread.edit", thread.categoryId);
      if (isHeld && thread.visible) await holdThread(ctx, thread, plan.heldBackBy);
      else if (thread.visible) await queueForSearch(ctx, { threadId });
      else if (isHeld) await holdForWords(ctx, { threadId, postId: null }, plan.heldBackBy);
      return finish(ctx, thread, pollId);
    });
  },
});

/**
 * Ends the poll of a thread now.
 * @emits threadChanged
 * @throws {DomainError} NOT_FOUND for threads that the viewer does not see, and without a poll; FORBIDDEN naming the
 *   permission; POLL_CLOSED if it has ended already.
 */
export const closePoll = verb({
  name: "closePoll",
  who: "member",
  rate: "edit",
  audited: true,
  async run(ctx: Context, input: Pick<PollChange, "threadId">): Promise<Poll> {
    const { threadId, pollId } = await getOwn(ctx, input.threadId);
    return inTransaction(ctx, async (ctx) => {
      const thread = await lockOwn(ctx, threadId);
      const endsAt = await endPoll(ctx, pollId);
      noteByStaff(ctx, thread, { endsAt }, { endsAt: ctx.now });
      return finish(ctx, thread, pollId);
    });
  },
});

/** Finds the poll of a thread if the viewer may change it. */
async function getOwn(ctx: Context, id: string): Promise<{ threadId: number; pollId: number }> {
  // Only changes of polls of others by staff are logged.
  noteNothing(ctx);
  const threadId = parseId(id, "threadId");
  const thread = await getThread(ctx, threadId);
  const { id: pollId } = await getPoll(ctx, thread);
  allow(canChangePoll(ctx.viewer, thread));
  return { threadId, pollId };
}

async function lockOwn(ctx: Context, threadId: number): Promise<Thread> {
  const thread = await lockThread(ctx, threadId);
  allow(canChangePoll(ctx.viewer, thread));
  return thread;
}

function noteByStaff(ctx: Context, { id, authorId }: Thread, before: object, after: object): void {
  if (authorId !== ctx.viewer.id)
    noteChange(ctx, { target: `thread:${id}`, before: { ...before }, after: { ...after } });
}

function finish(ctx: Context, thread: Thread, id: number): Promise<Poll> {
  ctx.emit(threadChanged(eventPartsOf(thread)));
  return ctx.db.findOneByOrFail(Poll, { id });
}
