/** Reactions of one kind. */
interface Counted {
  readonly emoji: string;
  readonly count: number;
}

/** Takes a member's own reaction out of the counts, before the server has answered. */
export function withoutReaction<C extends Counted>(
  counts: readonly C[],
  emoji: string | null | undefined,
): C[] {
  return counts
    .map((each) => (each.emoji === emoji ? { ...each, count: each.count - 1 } : each))
    .filter(({ count }) => count > 0);
}

/** Gives a count as the cache expects it of an answer. */
export const counted = ({ emoji, count }: Counted) => ({
  __typename: "ReactionCount" as const,
  emoji,
  count,
});
