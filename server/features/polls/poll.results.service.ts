import type { Context, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { chain, load, preload } from "../../core/loaders.ts";
import { isLocked, type LockFacts, type Thread } from "../threads/thread.entity.ts";
import { hasEnded, PollKind, PollResultsVisible, type Poll } from "./poll.entity.ts";
import { optionsOf, ownOptionIdsOf, pollOf } from "./poll.loaders.ts";
import { countBallots } from "./poll.sql.ts";
import type { CountedOption } from "./poll.view.ts";
import { runoffOf, type Runoff } from "./runoff.ts";

/** Results of ranked polls that one program keeps. */
const RUNOFFS_MAX = 200;

/** Finds the poll of a thread; null if it has none, and for who may not read the thread. */
export function findPoll(
  ctx: Context,
  { id, categoryId, hasPoll }: Pick<Thread, "id" | "categoryId" | "hasPoll">,
): Poll | null | Promise<Poll | null> {
  return hasPoll && ctx.viewer.may("thread.viewPosts", categoryId) ? load(ctx, pollOf, id) : null;
}

/** Reads the polls of threads with options and the viewer's votes: as many statements for fifty as for one. */
export async function preloadPolls(ctx: Context, threadIds: readonly number[]): Promise<void> {
  await preload(ctx, pollOf, threadIds);
  const polls = await Promise.all(threadIds.map(async (id) => load(ctx, pollOf, id)));
  const ids = polls.flatMap((poll) => poll?.id ?? []);
  await Promise.all([preload(ctx, optionsOf, ids), preload(ctx, ownOptionIdsOf, ids)]);
}

/** Finds the poll of a thread that the viewer sees. @throws {DomainError} NOT_FOUND if it has none */
export async function getPoll(ctx: Context, { id, hasPoll }: Pick<Thread, "id" | "hasPoll">): Promise<Poll> {
  const poll = hasPoll ? await load(ctx, pollOf, id) : null;
  if (!poll) throw new DomainError("NOT_FOUND", { field: "threadId" });
  return poll;
}

/** True while members can vote: it has not ended, and its thread is neither locked nor hidden. */
export function isPollOpen(
  poll: Pick<Poll, "endsAt">,
  thread: LockFacts & Pick<Thread, "visible">,
  now: Date,
): boolean {
  return !hasEnded(poll, now) && !isLocked(thread, now) && thread.visible;
}

/** Lists the options that the viewer voted for, the preferred first. */
export function ownOptionIds(
  ctx: Context,
  { id }: Pick<Poll, "id">,
): readonly number[] | Promise<readonly number[]> {
  return chain(load(ctx, ownOptionIdsOf, id), (ids) => ids ?? []);
}

/** True if the viewer sees the results. Staff and author see them no earlier than others (decision 0541). */
export function seesResults(ctx: Context, poll: Poll): boolean | Promise<boolean> {
  const { resultsVisible } = poll;
  if (resultsVisible === PollResultsVisible.ALWAYS || hasEnded(poll, ctx.now)) return true;
  if (resultsVisible === PollResultsVisible.AFTER_END) return false;
  return chain(ownOptionIds(ctx, poll), (ids) => ids.length > 0);
}

/** Lists the options of a poll with their votes, which are null while the viewer does not see the results. */
export async function listOptions(ctx: Context, poll: Poll): Promise<CountedOption[]> {
  const options = (await load(ctx, optionsOf, poll.id)) ?? [];
  const isCounted = await seesResults(ctx, poll);
  return options.map(({ id, text, voteCount }) => ({ id, text, voteCount: isCounted ? voteCount : null }));
}

/** Finds the options with the most votes, of a ranked poll those that win its runoff; null while results are hidden. */
export async function findWinnerIds(ctx: Context, poll: Poll): Promise<readonly number[] | null> {
  if (!(await seesResults(ctx, poll))) return null;
  if (poll.kind === PollKind.RANKED) return (await countRunoff(ctx, poll)).winnerIds;
  const options = (await load(ctx, optionsOf, poll.id)) ?? [];
  const most = Math.max(1, ...options.map(({ voteCount }) => voteCount));
  return options.filter(({ voteCount }) => voteCount === most).map(({ id }) => id);
}

/** Finds the counts of the runoff of a ranked poll; null for other kinds, and while results are hidden. */
export async function findRounds(ctx: Context, poll: Poll): Promise<Runoff["rounds"] | null> {
  if (poll.kind !== PollKind.RANKED || !(await seesResults(ctx, poll))) return null;
  return (await countRunoff(ctx, poll)).rounds;
}

/** A result, and the version of the votes that it was counted from. */
interface CountedRunoff {
  readonly version: number;
  readonly runoff: Runoff;
}

const runoffs = new WeakMap<Services, Map<number, CountedRunoff>>();

/** Counts a ranked poll, once for each version of its votes: all its votes are read. */
async function countRunoff(ctx: Context, { id, version }: Poll): Promise<Runoff> {
  const ofProgram = runoffs.get(ctx.services) ?? new Map<number, CountedRunoff>();
  runoffs.set(ctx.services, ofProgram);
  const latest = ofProgram.get(id);
  if (latest?.version === version) return latest.runoff;
  const options = (await load(ctx, optionsOf, id)) ?? [];
  const runoff = runoffOf(
    options.map(({ id }) => id),
    await countBallots(ctx, id),
  );
  ofProgram.delete(id);
  ofProgram.set(id, { version, runoff });
  if (ofProgram.size > RUNOFFS_MAX) ofProgram.delete(ofProgram.keys().next().value!);
  return runoff;
}
