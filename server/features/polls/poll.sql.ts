import type { Context } from "../../core/context.ts";

/** Options of equal votes of a ranked poll, the preferred first, and how many members voted so. */
export interface Ballot {
  readonly optionIds: readonly number[];
  readonly times: number;
}

/** Counts equal votes of a ranked poll: few kinds of votes, where rows would be one for each option of each voter. */
export async function countBallots(ctx: Context, pollId: number): Promise<Ballot[]> {
  const rows = (await ctx.db.query(
    `SELECT b.ballot, COUNT(*) AS times FROM (
       SELECT GROUP_CONCAT(optionId ORDER BY place) AS ballot FROM poll_votes WHERE pollId = ? GROUP BY userId
     ) b GROUP BY b.ballot`,
    [pollId],
  )) as { ballot: string; times: number | string }[];
  return rows.map(({ ballot, times }) => ({
    optionIds: String(ballot).split(",").map(Number),
    times: Number(times),
  }));
}
