import { cleanLine, lengthOf, showsNothing } from "../../core/text.ts";
import { OPTION_MAX, OPTIONS_MAX, OPTIONS_MIN, POLL_TITLE_MAX } from "../../features/polls/poll.entity.ts";
import type { RecordOf } from "../format/records.ts";
import type { SourceRun } from "./run.ts";

/** A poll of another program. */
export interface OldPoll extends Pick<
  RecordOf<"polls">,
  "threadId" | "isSecret" | "resultsVisible" | "endsAt" | "createdAt"
> {
  readonly title: string;
  readonly isMultiple: boolean;
  /** Voters as the other program counted them. */
  readonly voterCount: number;
  /** Options in their order, with the number of their votes as the other program counted them. */
  readonly options: readonly { readonly text: string; readonly voteCount: number }[];
  /** Votes by member; options by their index. */
  readonly votes: readonly OldVote[];
}

/** A member's vote for one option of a poll. */
export interface OldVote {
  readonly memberId: number;
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
 * Writes the poll of a thread, which has one at most. Votes of members who are gone, and of those of whom only the number
 * is there, are counted without a name. Called in the order of threads.
 */
export async function writePoll(run: SourceRun, poll: OldPoll): Promise<void> {
  const { threadId: id, options, isMultiple } = poll;
  const votes = votesByMember(poll);
  const named = [...votes.values()];
  await run.writer.append("polls", {
    id,
    threadId: id,
    title: shortened(run, poll.title, POLL_TITLE_MAX, `poll of thread ${id}`),
    kind: isMultiple ? "MULTIPLE" : "SINGLE",
    isSecret: poll.isSecret,
    resultsVisible: poll.resultsVisible,
    endsAt: poll.endsAt,
    namelessVoterCount: Math.max(0, poll.voterCount - votes.size),
    createdAt: poll.createdAt,
  });
  for (const [index, { text, voteCount }] of options.entries()) {
    const count = named.flat().filter(({ option }) => option === index).length;
    await run.writer.append("pollOptions", {
      id: optionIdOf(id, index),
      pollId: id,
      position: index + 1,
      text: shortened(run, text, OPTION_MAX, `poll of thread ${id}, option ${index + 1}`),
      namelessCount: Math.max(0, voteCount - count),
    });
  }
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

/** Votes by member: each option once, in the order of the poll, and one only where it asks for one. */
function votesByMember({ votes, isMultiple, options }: OldPoll): Map<number, OldVote[]> {
  const byMember = new Map<number, Map<number, OldVote>>();
  for (const vote of votes) {
    if (vote.option < 0 || vote.option >= options.length) continue;
    const own = byMember.get(vote.memberId) ?? new Map<number, OldVote>();
    if (isMultiple || own.size === 0) own.set(vote.option, vote);
    byMember.set(vote.memberId, own);
  }
  return new Map(
    [...byMember].map(([memberId, own]) => [
      memberId,
      [...own.values()].sort((one, other) => one.option - other.option),
    ]),
  );
}

function shortened(run: SourceRun, source: string, most: number, label: string): string {
  const text = cleanLine(source);
  if (lengthOf(text) <= most) return text;
  run.report.remark("shortened", label, text);
  return `${[...text].slice(0, most - 1).join("")}…`;
}
