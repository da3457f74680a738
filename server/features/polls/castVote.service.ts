import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { insertAll, lockById } from "../../core/write.ts";
import { hasEnded, Poll, PollKind, PollVote } from "./poll.entity.ts";
import { moveVotes, readOwnVote } from "./poll.sql.ts";

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
  const options = await readOwnVote(ctx, pollId);
  if (optionIds.some((id) => options.every((option) => option.id !== id)))
    throw invalid("optionIds", "这个投票没有该选项", "This poll has no such option.");
  const before = options.filter(({ place }) => place !== null).sort((one, two) => one.place! - two.place!);
  const beforeIds = before.map(({ id }) => id);
  const isChosen = (id: number): boolean => optionIds.includes(id);
  const isRanked = poll.kind === PollKind.RANKED;
  const afterIds = isRanked ? optionIds : options.map(({ id }) => id).filter(isChosen);
  if (beforeIds.join() !== afterIds.join()) await replaceVote(ctx, poll, beforeIds, afterIds);
}

/** Replaces the viewer's vote in a locked poll and moves its counters. */
async function replaceVote(
  ctx: Context,
  { id: pollId, kind, voterCount, version }: Poll,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const userId = ctx.viewer.id;
  if (before.length > 0) await ctx.db.delete(PollVote, { pollId, userId });
  const rows = after.map((optionId, index) => {
    return { pollId, userId, place: index + 1, optionId, votedAt: ctx.now };
  });
  await insertAll(ctx, PollVote, rows);
  const counted = (ids: readonly number[]) => (kind === PollKind.RANKED ? ids.slice(0, 1) : ids);
  const [less, more] = [counted(before), counted(after)];
  const lost = less.filter((id) => !more.includes(id));
  const won = more.filter((id) => !less.includes(id));
  await moveVotes(ctx, lost, won);
  const voters = Number(after.length > 0) - Number(before.length > 0);
  await ctx.db.update(Poll, { id: pollId }, { voterCount: voterCount + voters, version: version + 1 });
}
