import type { Context } from "../../core/context.ts";
import { rows, run } from "../../core/sql.ts";

/** Options of equal votes of a ranked poll, the preferred first, and how many members voted so. */
export interface Ballot {
  readonly optionIds: readonly number[];
  readonly times: number;
}

/** Counts equal votes of a ranked poll. Raw since rows would be one for each option of each voter. */
export async function countBallots(ctx: Context, pollId: number): Promise<Ballot[]> {
  const ballots = await rows<{ ballot: string; times: number | string }>(
    ctx,
    `SELECT b.ballot, COUNT(*) AS times FROM (
       SELECT GROUP_CONCAT(optionId ORDER BY place) AS ballot FROM poll_votes WHERE pollId = ? GROUP BY userId
     ) b GROUP BY b.ballot`,
    [pollId],
  );
  return ballots.map(({ ballot, times }) => ({
    optionIds: String(ballot).split(",").map(Number),
    times: Number(times),
  }));
}

/** An option of a poll with the place that the viewer gave it; null if they did not vote for it. */
export interface OwnOption {
  readonly id: number;
  readonly place: number | null;
}

/** Reads the options of a poll, in their order, with the viewer's vote. Raw since other votes wait: one statement. */
export async function readOwnVote(ctx: Context, pollId: number): Promise<OwnOption[]> {
  const options = await rows<{ id: number | string; place: number | null }>(
    ctx,
    `SELECT o.id, v.place FROM poll_options o
     LEFT JOIN poll_votes v ON v.optionId = o.id AND v.userId = ?
     WHERE o.pollId = ? ORDER BY o.position`,
    [ctx.viewer.id, pollId],
  );
  return options.map(({ id, place }) => ({ id: Number(id), place }));
}

/** Takes a vote from some options and gives it to others. Raw since other votes wait: one statement. */
export async function moveVotes(
  ctx: Context,
  lost: readonly number[],
  won: readonly number[],
): Promise<void> {
  const ids = [...won, ...lost];
  if (ids.length === 0) return;
  const marks = (values: readonly number[]): string => values.map(() => "?").join(", ");
  const isWon = won.length > 0 ? `id IN (${marks(won)})` : "1 = 0";
  await run(
    ctx,
    `UPDATE poll_options SET voteCount = voteCount + CASE WHEN ${isWon} THEN 1 ELSE -1 END WHERE id IN (${marks(ids)})`,
    [...won, ...ids],
  );
}
