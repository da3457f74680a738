import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { insertAll, lockById } from "../../../core/write.ts";
import { canVote } from "../../threads/thread.policy.ts";
import { getThread } from "../../threads/thread.service.ts";
import { hasEnded, Poll, PollKind, PollOption, PollVote } from "../poll.entity.ts";
import { pollVoted } from "../poll.events.ts";
import type { VoteInPollInput } from "../poll.input.ts";
import { getPoll } from "../poll.results.service.ts";

/**
 * Votes in the poll of a thread, in place of the viewer's earlier vote; without options takes the vote back.
 * @emits pollVoted
 * @throws {DomainError} NOT_FOUND for threads that the viewer does not see, and without a poll; FORBIDDEN without
 *   `thread.likePosts`; POLL_CLOSED after its end, and in locked threads; INVALID_PARAMETER for options of other polls,
 *   options twice, and several in a poll of one.
 */
export const voteInPoll = verb({
  name: "voteInPoll",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, input: VoteInPollInput): Promise<Poll> {
    const threadId = parseId(input.threadId, "threadId");
    const optionIds = input.optionIds.map((id) => parseId(id, "optionIds"));
    const thread = await getThread(ctx, threadId);
    const poll = await getPoll(ctx, thread);
    allow(canVote(ctx.viewer, thread));
    checkChoice(poll, optionIds);
    await inTransaction(ctx, async (ctx) => {
      // Votes of a poll wait for each other here, so that its counters are exact; little happens until the end.
      const current = (await lockById(ctx, Poll, poll.id))!;
      if (hasEnded(current, ctx.now)) throw new DomainError("POLL_CLOSED");
      await replaceVote(ctx, current, await inOrder(ctx, current, optionIds));
      ctx.emit(pollVoted({ threadId }));
    });
    return ctx.db.findOneByOrFail(Poll, { id: poll.id });
  },
});

function checkChoice({ kind }: Poll, optionIds: readonly number[]): void {
  if (new Set(optionIds).size < optionIds.length)
    throw invalid("optionIds", "不能重复选择同一选项", "An option can be chosen once.");
  if (kind === PollKind.SINGLE && optionIds.length > 1)
    throw invalid("optionIds", "这个投票只能选一项", "One option can be chosen in this poll.");
}

/** The options of a vote as they are stored: in the order of the poll, or of preference in a ranked one. */
async function inOrder(
  ctx: Context,
  { id: pollId, kind }: Poll,
  optionIds: readonly number[],
): Promise<readonly number[]> {
  const options = await ctx.db.find(PollOption, { where: { pollId }, order: { position: "ASC" } });
  if (optionIds.some((id) => options.every((option) => option.id !== id)))
    throw invalid("optionIds", "这个投票没有该选项", "This poll has no such option.");
  if (kind === PollKind.RANKED) return optionIds;
  return options.map(({ id }) => id).filter((id) => optionIds.includes(id));
}

/** Replaces the viewer's vote in a locked poll and moves its counters. */
async function replaceVote(ctx: Context, current: Poll, optionIds: readonly number[]): Promise<void> {
  const { id: pollId, kind } = current;
  const userId = ctx.viewer.id;
  const before = await ctx.db.find(PollVote, { where: { pollId, userId }, order: { place: "ASC" } });
  const beforeIds = before.map(({ optionId }) => optionId);
  if (beforeIds.join() === optionIds.join()) return;
  if (before.length > 0) await ctx.db.delete(PollVote, { pollId, userId });
  const rows = optionIds.map((optionId, index) => {
    return { pollId, userId, place: index + 1, optionId, votedAt: ctx.now };
  });
  await insertAll(ctx, PollVote, rows);
  const counted = (ids: readonly number[]) => (kind === PollKind.RANKED ? ids.slice(0, 1) : ids);
  const [less, more] = [counted(beforeIds), counted(optionIds)];
  const lost = less.filter((id) => !more.includes(id));
  const won = more.filter((id) => !less.includes(id));
  if (lost.length > 0) await ctx.db.decrement(PollOption, { id: In(lost) }, "voteCount", 1);
  if (won.length > 0) await ctx.db.increment(PollOption, { id: In(won) }, "voteCount", 1);
  const voterCount = current.voterCount + Number(optionIds.length > 0) - Number(before.length > 0);
  await ctx.db.update(Poll, { id: pollId }, { voterCount, version: current.version + 1 });
}
