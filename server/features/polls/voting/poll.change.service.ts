import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { noteChange, noteNothing } from "../../../core/audit.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { lockById } from "../../../core/write.ts";
import { holdThread } from "../../threads/moderation/hold.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { threadChanged } from "../../threads/thread.events.ts";
import { canChangePoll } from "../../threads/thread.policy.ts";
import { eventPartsOf, getThread, lockThread } from "../../threads/thread.service.ts";
import { hasEnded, Poll, PollOption } from "../poll.entity.ts";
import type { PollInput } from "../poll.input.ts";
import { checkPoll, placeOptions } from "../poll.service.ts";
import { getPoll } from "./vote.service.ts";

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
  audited: true,
  async run(ctx: Context, input: PollChange): Promise<Poll> {
    const { threadId, pollId } = await getOwn(ctx, input.threadId);
    const { poll, options, heldBackBy } = (await checkPoll(ctx, input.poll))!;
    return inTransaction(ctx, async (ctx) => {
      const { thread, current } = await lockOwn(ctx, threadId, pollId);
      if (current.voterCount > 0) throw new DomainError("POLL_HAS_VOTES");
      if (hasEnded(current, ctx.now)) throw new DomainError("POLL_CLOSED");
      const before = await textsOf(ctx, pollId);
      await ctx.db.delete(PollOption, { pollId });
      await placeOptions(ctx, pollId, options);
      await ctx.db.update(Poll, { id: pollId }, poll);
      noteByStaff(ctx, thread, { title: current.title, options: before }, { title: poll.title, options });
      if (heldBackBy.length > 0 && thread.visible && !ctx.viewer.may("thread.edit", thread.categoryId))
        await holdThread(ctx, thread, heldBackBy);
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
      const { thread, current } = await lockOwn(ctx, threadId, pollId);
      if (hasEnded(current, ctx.now)) throw new DomainError("POLL_CLOSED");
      await ctx.db.update(Poll, { id: pollId }, { endsAt: ctx.now });
      noteByStaff(ctx, thread, { endsAt: current.endsAt }, { endsAt: ctx.now });
      return finish(ctx, thread, pollId);
    });
  },
});

/** Finds the thread whose poll the viewer may change. */
async function getOwn(ctx: Context, id: string): Promise<{ threadId: number; pollId: number }> {
  // Only changes of polls of others by staff are logged.
  noteNothing(ctx);
  const threadId = parseId(id, "threadId");
  const thread = await getThread(ctx, threadId);
  const { id: pollId } = await getPoll(ctx, thread);
  allow(canChangePoll(ctx.viewer, thread));
  return { threadId, pollId };
}

async function lockOwn(
  ctx: Context,
  threadId: number,
  pollId: number,
): Promise<{ thread: Thread; current: Poll }> {
  const thread = await lockThread(ctx, threadId);
  allow(canChangePoll(ctx.viewer, thread));
  return { thread, current: (await lockById(ctx, Poll, pollId))! };
}

async function textsOf(ctx: Context, pollId: number): Promise<string[]> {
  const options = await ctx.db.find(PollOption, { where: { pollId }, order: { position: "ASC" } });
  return options.map(({ text }) => text);
}

function noteByStaff(ctx: Context, { id, authorId }: Thread, before: object, after: object): void {
  if (authorId !== ctx.viewer.id) noteChange(ctx, { target: `thread:${id}`, before, after });
}

function finish(ctx: Context, thread: Thread, id: number): Promise<Poll> {
  ctx.emit(threadChanged(eventPartsOf(thread)));
  return ctx.db.findOneByOrFail(Poll, { id });
}
