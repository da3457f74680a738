import { In } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { insertAll, lockById } from "../../core/write.ts";
import { hasEnded, Poll, PollKind, PollOption, PollVote } from "./poll.entity.ts";

/** Refuses a choice that the poll does not ask for. @throws {DomainError} INVALID_PARAMETER */
export function checkChoice({ kind }: Poll, optionIds: readonly number[]): void {
  if (new Set(optionIds).size < optionIds.length)
    throw invalid("optionIds", "不能重复选择同一选项", "An option can be chosen once.");
  if (kind === PollKind.SINGLE && optionIds.length > 1)
    throw invalid("optionIds", "这个投票只能选一项", "One option can be chosen in this poll.");
}

/**
 * Replaces the viewer's vote, in the caller's transaction. Votes of a poll wait for each other here, so that its counters
 * are exact; little happens until the end.
 * @throws {DomainError} POLL_CLOSED after its end; INVALID_PARAMETER for options of other polls
 */
export async function castVote(ctx: Context, pollId: number, optionIds: readonly number[]): Promise<void> {
  const poll = (await lockById(ctx, Poll, pollId))!;
  if (hasEnded(poll, ctx.now)) throw new DomainError("POLL_CLOSED");
  await replaceVote(ctx, poll, await inOrder(ctx, poll, optionIds));
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
