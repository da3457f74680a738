import type { Ballot } from "./poll.sql.ts";
import type { PollRound } from "./poll.view.ts";

/** Result of an instant runoff. */
export interface Runoff {
  readonly rounds: readonly PollRound[];
  /** Several if all that are left have the same number of votes; none without votes. */
  readonly winnerIds: readonly number[];
}

/**
 * Counts a ranked poll by instant runoff. Each vote counts for the first of its options that is left. An option with more
 * than half of the votes that count wins; otherwise all options with the fewest votes leave together and it is counted
 * again. If all that are left have the same number, they win together: no tie is broken by order or chance (decision 0540).
 * @param optionIds all options, in the order of the poll
 */
export function runoffOf(optionIds: readonly number[], ballots: readonly Ballot[]): Runoff {
  const rounds: PollRound[] = [];
  let remaining = [...optionIds];
  for (;;) {
    const voteCounts = countFirst(remaining, ballots);
    const total = voteCounts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return { rounds, winnerIds: [] };
    const [most, fewest] = [Math.max(...voteCounts), Math.min(...voteCounts)];
    if (most * 2 > total || most === fewest) {
      rounds.push({ optionIds: remaining, voteCounts, eliminatedIds: [] });
      return { rounds, winnerIds: remaining.filter((_, index) => voteCounts[index] === most) };
    }
    const eliminatedIds = remaining.filter((_, index) => voteCounts[index] === fewest);
    rounds.push({ optionIds: remaining, voteCounts, eliminatedIds });
    remaining = remaining.filter((id) => !eliminatedIds.includes(id));
  }
}

function countFirst(remaining: readonly number[], ballots: readonly Ballot[]): number[] {
  const counts = new Map(remaining.map((id) => [id, 0]));
  for (const { optionIds, times } of ballots) {
    const first = optionIds.find((id) => counts.has(id));
    if (first !== undefined) counts.set(first, counts.get(first)! + times);
  }
  return [...counts.values()];
}
