import { literal } from "../../core/markdown/literal.ts";
import { cleanLine, lengthOf, showsNothing } from "../../core/text.ts";
import { OPTION_MAX, OPTIONS_MAX, OPTIONS_MIN, POLL_TITLE_MAX } from "../../features/polls/poll.entity.ts";
import type { RecordOf } from "../format/records.ts";
import type { SourceRun } from "./run.ts";

/** A poll of another program. */
export interface OldPoll extends Pick<
  RecordOf<"polls">,
  "threadId" | "kind" | "isSecret" | "resultsVisible" | "endsAt" | "createdAt"
> {
  readonly title: string;
  /** Voters as the other program counted them; null where it counts votes only. */
  readonly voterCount: number | null;
  /** Options in their order, with the number of their votes as the other program counted them. */
  readonly options: readonly { readonly text: string; readonly voteCount: number }[];
  /** Votes; those of a member in a ranked poll in the order of preference. */
  readonly votes: readonly OldVote[];
}

/** A member's vote for one option of a poll. */
export interface OldVote {
  readonly memberId: number;
  /** Index of the option. */
  readonly option: number;
  readonly votedAt: string;
}

/** True if a poll of another program can be one here: others become a table in the text. */
export function canBePoll(options: readonly { readonly text: string }[]): boolean {
  const isFew = options.length >= OPTIONS_MIN && options.length <= OPTIONS_MAX;
  return isFew && options.every(({ text }) => !showsNothing(cleanLine(text)));
}

/** Option ids of a poll follow from its own, which is that of its thread. */
const optionIdOf = (pollId: number, index: number): number => pollId * 32 + index + 1;

/**
 * Gives the words of a poll for which one here has no room, as Markdown for the text of its thread: a long question, and
 * all options where one is long. Empty if there is room for all.
 * @param more words that are beside the question
 */
export function wordsBeside({ title, options }: Pick<OldPoll, "title" | "options">, more = ""): string {
  const hasLongOption = options.some(({ text }) => lengthOf(cleanLine(text)) > OPTION_MAX);
  const list = options.map(({ text }, index) => `${index + 1}. ${literal(cleanLine(text))}`);
  return [
    lengthOf(cleanLine(title)) > POLL_TITLE_MAX ? `**${literal(cleanLine(title))}**` : "",
    literal(cleanLine(more)),
    hasLongOption ? list.join("\n") : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Remarks that members could vote for fewer options than here. */
export function remarkLimit(run: SourceRun, row: string, most: number, options: readonly unknown[]): void {
  if (most > 1 && most < options.length)
    run.report.remark("polls", row, `It allowed ${most} votes each; here a member may choose all options.`);
}

/**
 * Writes the poll of a thread, which has one at most. Votes of members who are gone, and of those of whom only the number
 * is there, are counted without a name, but in ranked polls, which are counted from whole votes. Called in the order of
 * threads.
 */
export async function writePoll(run: SourceRun, poll: OldPoll): Promise<void> {
  const { threadId: id, kind, options } = poll;
  const votes = votesByMember(poll);
  const named = [...votes.values()].flat();
  const nameless = options.map(({ voteCount }, index) =>
    kind === "RANKED" ? 0 : Math.max(0, voteCount - named.filter(({ option }) => option === index).length),
  );
  if (kind === "RANKED") remarkLostVotes(run, poll, named);
  await run.writer.append("polls", {
    id,
    threadId: id,
    title: shortened(run, poll.title, POLL_TITLE_MAX, `poll of thread ${id}`),
    kind,
    isSecret: poll.isSecret,
    resultsVisible: poll.resultsVisible,
    endsAt: poll.endsAt,
    namelessVoterCount: namelessVoters(poll, votes.size, nameless),
    createdAt: poll.createdAt,
  });
  for (const [index, { text }] of options.entries())
    await run.writer.append("pollOptions", {
      id: optionIdOf(id, index),
      pollId: id,
      position: index + 1,
      text: shortened(run, text, OPTION_MAX, `poll of thread ${id}, option ${index + 1}`),
      namelessCount: nameless[index]!,
    });
  for (const [memberId, own] of [...votes].sort(([one], [other]) => one - other))
    for (const [index, { option, votedAt }] of own.entries())
      await run.writer.append("pollVotes", {
        pollId: id,
        memberId,
        place: index + 1,
        optionId: optionIdOf(id, option),
        votedAt,
      });
}

function remarkLostVotes(run: SourceRun, { threadId, options }: OldPoll, named: readonly OldVote[]): void {
  const lost = options.reduce((sum, { voteCount }) => sum + voteCount, 0) - named.length;
  if (lost > 0)
    run.report.remark(
      "polls",
      `poll of thread ${threadId}`,
      `${lost} choices of people who left do not count.`,
    );
}

/** Counts voters without a name; where only their votes were counted, as few as can have given them. */
function namelessVoters({ kind, voterCount }: OldPoll, named: number, votes: readonly number[]): number {
  if (kind === "RANKED") return 0;
  if (voterCount !== null) return Math.max(0, voterCount - named);
  return kind === "SINGLE" ? votes.reduce((sum, count) => sum + count, 0) : Math.max(...votes);
}

/** Votes by member: each option once, in the order of the poll or of preference, and one only where it asks for one. */
function votesByMember({ votes, kind, options }: OldPoll): Map<number, OldVote[]> {
  const byMember = new Map<number, Map<number, OldVote>>();
  for (const vote of votes) {
    if (vote.option < 0 || vote.option >= options.length) continue;
    const own = byMember.get(vote.memberId) ?? new Map<number, OldVote>();
    if ((kind !== "SINGLE" || own.size === 0) && !own.has(vote.option)) own.set(vote.option, vote);
    byMember.set(vote.memberId, own);
  }
  const inOrder = (own: OldVote[]): OldVote[] =>
    kind === "RANKED" ? own : own.sort((one, other) => one.option - other.option);
  return new Map([...byMember].map(([memberId, own]) => [memberId, inOrder([...own.values()])]));
}

function shortened(run: SourceRun, source: string, most: number, label: string): string {
  const text = cleanLine(source);
  if (lengthOf(text) <= most) return text;
  run.report.remark("shortened", label, text);
  return `${[...text].slice(0, most - 1).join("")}…`;
}
