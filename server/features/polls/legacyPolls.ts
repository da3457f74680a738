import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacyPartIn, legacyTimeIn, type LegacyWriting } from "../../core/legacyParts.ts";
import { load } from "../../core/loaders.ts";
import { legacyTime } from "../../core/rest.ts";
import { cleanLine } from "../../core/text.ts";
import { checkInput } from "../../core/validation.ts";
import type { Draft } from "../drafts/draft.entity.ts";
import type { DraftPoll } from "../drafts/draftGifts.input.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { POLL_TITLE_MAX, PollKind, PollResultsVisible, type Poll } from "./poll.entity.ts";
import { PollInput } from "./poll.input.ts";
import { optionsOf } from "./poll.loaders.ts";
import { findPoll, isPollOpen, ownOptionIds, seesResults } from "./poll.results.service.ts";

/** Kind of content of the predecessor (legacy-facts 4.6). */
export const TOM_POLL = "109";
const [SINGLE_CHOICE, MULTIPLE_CHOICE] = [1, 2] as const;
const PERCENT = 100;

/**
 * Reads the poll of a thread as old clients send it; undefined if there is none.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function pollOfLegacy(writing: LegacyWriting): PollInput | undefined {
  const body = legacyPartIn(writing, TOM_POLL);
  if (!body) return undefined;
  const { voteTitle = "", choiceType = SINGLE_CHOICE, expiredAt, subitems } = body;
  const kind = Number(choiceType);
  if (kind !== SINGLE_CHOICE && kind !== MULTIPLE_CHOICE)
    throw invalid("choiceType", "choiceType 须为 1 或 2", "choiceType is 1 or 2.");
  if (!Array.isArray(subitems))
    throw invalid("subitems", "subitems 须为选项列表", "subitems is a list of options.");
  const isEndless = expiredAt === undefined || expiredAt === null || expiredAt === "";
  return checkInput(
    Object.assign(new PollInput(), {
      title: typeof voteTitle === "string" ? voteTitle : "",
      options: subitems.map((option: { content?: unknown } | null) => String(option?.content ?? "")),
      kind: kind === MULTIPLE_CHOICE ? PollKind.MULTIPLE : PollKind.SINGLE,
      // Old clients show nobody who voted.
      isSecret: true,
      resultsVisible: PollResultsVisible.AFTER_VOTE,
      endsAt: isEndless ? null : legacyTimeIn(expiredAt, "expiredAt"),
    }),
  );
}

/** Refuses a poll for threads that were published without one. */
export function refuseLegacyPoll(writing: LegacyWriting, zh: string, en: string): void {
  if (legacyPartIn(writing, TOM_POLL))
    throw invalid("content", `${zh}，内容没有保存`, `${en} Nothing was saved.`);
}

/**
 * Finds what an edit of an old client changes of the poll of a thread: clients send it again with every edit. What they do
 * not know, secrecy and ranks, stays.
 * @returns the new poll; null if it stays as it is
 */
export async function pollChangeOfLegacy(
  ctx: Context,
  thread: Thread,
  writing: LegacyWriting,
): Promise<PollInput | null> {
  const sent = pollOfLegacy(writing);
  const poll = sent ? await findPoll(ctx, thread) : null;
  if (!sent || !poll) return null;
  const before = await textsOf(ctx, thread, poll);
  const isMultiple = poll.kind !== PollKind.SINGLE;
  const isSame =
    cleanLine(sent.title ?? "") === before.title &&
    sent.options.map(cleanLine).join("\n") === before.options.join("\n") &&
    (sent.kind === PollKind.MULTIPLE) === isMultiple &&
    secondOf(sent.endsAt) === secondOf(poll.endsAt);
  if (isSame) return null;
  return withUnknownParts(sent, poll);
}

/**
 * Reads the poll of a draft as old clients send it; what they do not know stays as it is in the draft.
 * @returns undefined if none was sent
 * @throws {DomainError} INVALID_PARAMETER
 */
export function draftPollOfLegacy(
  writing: LegacyWriting,
  before: DraftPoll | null | undefined,
): PollInput | undefined {
  const sent = pollOfLegacy(writing);
  return sent && before ? withUnknownParts(sent, before) : sent;
}

function withUnknownParts(
  sent: PollInput,
  before: Pick<PollInput, "kind" | "isSecret" | "resultsVisible">,
): PollInput {
  const { isSecret, resultsVisible } = before;
  const isMultiple = before.kind !== PollKind.SINGLE;
  const kind = sent.kind === PollKind.MULTIPLE && isMultiple ? before.kind : sent.kind;
  return Object.assign(new PollInput(), { ...sent, kind, isSecret, resultsVisible });
}

/** The poll of a draft among its parts, as old clients read it: nobody has voted yet. Nothing if there is none. */
export function legacyPollOfDraft(draft: Pick<Draft, "title">, poll: DraftPoll | null | undefined): object {
  if (!poll) return {};
  const body = {
    voteId: 0,
    voteTitle: titleFor(draft, poll.title),
    choiceType: poll.kind === PollKind.SINGLE ? SINGLE_CHOICE : MULTIPLE_CHOICE,
    voteUsers: 0,
    expiredAt: secondOf(poll.endsAt),
    isExpired: false,
    isVoted: false,
    subitems: poll.options.map((content) => ({
      id: 0,
      content,
      voteCount: 0,
      isVoted: false,
      voteRate: "0%",
    })),
  };
  return { [TOM_POLL]: { tomId: TOM_POLL, operation: "select", body } };
}

/** Old clients know whole seconds. */
const secondOf = (time: Date | null | undefined): string => (time ? legacyTime(time) : "");

async function textsOf(ctx: Context, thread: Pick<Thread, "title">, { id, title }: Poll) {
  const options = (await load(ctx, optionsOf, id)) ?? [];
  return { title: titleFor(thread, title), options: options.map(({ text }) => text) };
}

/** Old clients show no poll without a title. */
function titleFor(thread: Pick<Thread, "title">, title: string): string {
  return title || [...thread.title].slice(0, POLL_TITLE_MAX).join("");
}

/** The poll of a thread among its parts, as old clients read it; nothing if there is none. Hidden numbers are 0. */
export async function legacyPoll(ctx: Context, thread: Thread): Promise<object> {
  const poll = await findPoll(ctx, thread);
  if (!poll) return {};
  const [options, own] = [(await load(ctx, optionsOf, poll.id)) ?? [], await ownOptionIds(ctx, poll)];
  const isCounted = await seesResults(ctx, poll);
  const voters = isCounted ? poll.voterCount : 0;
  const body = {
    voteId: poll.id,
    voteTitle: titleFor(thread, poll.title),
    choiceType: poll.kind === PollKind.SINGLE ? SINGLE_CHOICE : MULTIPLE_CHOICE,
    voteUsers: voters,
    expiredAt: secondOf(poll.endsAt),
    isExpired: !isPollOpen(poll, thread, ctx.now),
    isVoted: own.length > 0,
    subitems: options.map(({ id, text, voteCount }) => ({
      id,
      content: text,
      voteCount: isCounted ? voteCount : 0,
      isVoted: own.includes(id),
      voteRate: `${voters === 0 ? 0 : Math.round((voteCount / voters) * PERCENT)}%`,
    })),
  };
  return { [TOM_POLL]: { tomId: TOM_POLL, operation: "select", body } };
}
