import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { shorten } from "../../core/markdown/excerpt.ts";
import { cleanLine, limited, nameKey, showsNothing } from "../../core/text.ts";
import { allow } from "../../core/viewer.ts";
import { insert, insertAll, lockById } from "../../core/write.ts";
import { censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import {
  hasEnded,
  OPTION_MAX,
  OPTIONS_MAX,
  OPTIONS_MIN,
  Poll,
  POLL_TITLE_MAX,
  PollOption,
} from "./poll.entity.ts";
import type { PollInput } from "./poll.input.ts";

/** Longest time until the end of a poll, in milliseconds. */
const LASTS_MAX_MS = 366 * 86_400_000;

/** A poll that passed the rules. */
export interface PollPlan {
  readonly poll: Pick<Poll, "title" | "kind" | "isSecret" | "resultsVisible" | "endsAt">;
  readonly options: readonly string[];
  /** Stop words that hold its thread for approval. */
  readonly heldBackBy: readonly string[];
}

/** Texts of a poll. */
export interface PollTexts {
  readonly title: string;
  readonly options: readonly string[];
}

/**
 * Checks the poll that somebody wants to add to a thread, and that they may; null if there is none.
 * @throws {DomainError} FORBIDDEN without `thread.insertVote`; INVALID_PARAMETER for texts, number of options and end;
 *   STOP_WORD.
 */
export async function checkPoll(ctx: Context, input: PollInput | null | undefined): Promise<PollPlan | null> {
  if (!input) return null;
  allow(ctx.viewer.check("thread.insertVote"));
  const { kind, isSecret, resultsVisible } = input;
  const endsAt = input.endsAt ?? null;
  const lastsMs = endsAt === null ? LASTS_MAX_MS : endsAt.getTime() - ctx.now.getTime();
  if (!(lastsMs > 0 && lastsMs <= LASTS_MAX_MS))
    throw invalid(
      "endsAt",
      "投票的截止时间须在将来、一年之内",
      "A poll ends in the future, at most a year from now.",
    );
  if (input.options.length < OPTIONS_MIN || input.options.length > OPTIONS_MAX)
    throw invalid(
      "options",
      `投票须有 ${OPTIONS_MIN} 到 ${OPTIONS_MAX} 个选项`,
      `A poll has ${OPTIONS_MIN} to ${OPTIONS_MAX} options.`,
    );
  const words: string[] = [];
  const textOf = async (source: string, field: string, most: number): Promise<string> => {
    const { text, heldBackBy } = await censor(
      ctx,
      CensoredField.TITLE,
      limited(cleanLine(source), field, most),
    );
    words.push(...heldBackBy);
    return [...text].slice(0, most).join("");
  };
  const title = await textOf(input.title ?? "", "title", POLL_TITLE_MAX);
  const options: string[] = [];
  for (const option of input.options) options.push(await textOf(option, "options", OPTION_MAX));
  if (options.some(showsNothing))
    throw invalid("options", "投票选项不能为空", "The options must not be empty.");
  if (new Set(options.map(nameKey)).size < options.length)
    throw invalid("options", "投票选项不能相同", "The options must be different.");
  const heldBackBy = [...new Set(words)];
  return { poll: { title, kind, isSecret, resultsVisible, endsAt }, options, heldBackBy };
}

/** Moves the poll of a thread, with its votes, to one without a poll, in the caller's transaction. */
export async function movePoll(
  ctx: Context,
  from: { readonly id: number; readonly title: string },
  toThreadId: number,
): Promise<void> {
  const poll = await ctx.db.findOneByOrFail(Poll, { threadId: from.id });
  // The title of the thread was the question.
  const title = poll.title || shorten(from.title, POLL_TITLE_MAX);
  await ctx.db.update(Poll, { id: poll.id }, { threadId: toThreadId, title });
}

/** Stores the poll of a thread, in the transaction that publishes it. */
export async function placePoll(ctx: Context, threadId: number, plan: PollPlan): Promise<void> {
  const counters = { voterCount: 0, namelessVoterCount: 0, version: 0 };
  const pollId = await insert(ctx, Poll, { ...plan.poll, threadId, ...counters, createdAt: ctx.now });
  await placeOptions(ctx, pollId, plan.options);
}

async function placeOptions(ctx: Context, pollId: number, options: readonly string[]): Promise<void> {
  const rows = options.map((text, index) => {
    return { pollId, position: index + 1, text, voteCount: 0, namelessCount: 0 };
  });
  await insertAll(ctx, PollOption, rows);
}

/**
 * Replaces a poll in which nobody has voted, in the caller's transaction.
 * @returns title and options before
 * @throws {DomainError} POLL_HAS_VOTES once somebody has voted; POLL_CLOSED after its end.
 */
export async function replacePoll(ctx: Context, id: number, { poll, options }: PollPlan): Promise<PollTexts> {
  const current = await lockOpen(ctx, id);
  if (current.voterCount > 0) throw new DomainError("POLL_HAS_VOTES");
  const before = await ctx.db.find(PollOption, { where: { pollId: id }, order: { position: "ASC" } });
  await ctx.db.delete(PollOption, { pollId: id });
  await placeOptions(ctx, id, options);
  await ctx.db.update(Poll, { id }, poll);
  return { title: current.title, options: before.map(({ text }) => text) };
}

/**
 * Ends a poll now, in the caller's transaction.
 * @returns when it would have ended
 * @throws {DomainError} POLL_CLOSED if it has ended already.
 */
export async function endPoll(ctx: Context, id: number): Promise<Date | null> {
  const { endsAt } = await lockOpen(ctx, id);
  await ctx.db.update(Poll, { id }, { endsAt: ctx.now });
  return endsAt;
}

async function lockOpen(ctx: Context, id: number): Promise<Poll> {
  const poll = (await lockById(ctx, Poll, id))!;
  if (hasEnded(poll, ctx.now)) throw new DomainError("POLL_CLOSED");
  return poll;
}
