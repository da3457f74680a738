import type { Context } from "../../core/context.ts";
import { slices, unhurried } from "../../core/slices.ts";
import { sqlTime, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insertIgnore } from "../../core/write.ts";
import { ActiveDay } from "./activeDay.entity.ts";
import { StatisticsUnit } from "./statistics.input.ts";
import { countBetween, sessionsAfter, type Counted } from "./statistics.sql.ts";
import type { StatisticsStep } from "./statistics.view.ts";

/** Steps of a chart: a month of days, half a year of weeks, a year of months. */
export const STEPS: Readonly<Record<StatisticsUnit, number>> = {
  [StatisticsUnit.DAY]: 30,
  [StatisticsUnit.WEEK]: 26,
  [StatisticsUnit.MONTH]: 12,
};
const DAY_MS = 86_400_000;
/** Sessions that one statement looks at: on SQLite everybody waits for it. */
const SESSIONS_PER_SLICE = 500;

/**
 * Counts activity in steps of a day, a week (from Monday) or a month, oldest first; days are those of UTC. Each number
 * is counted in one range of one index, and other requests are answered in between.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function readStatistics(ctx: Context, unit: StatisticsUnit): Promise<StatisticsStep[]> {
  allow(mustBeAdmin(ctx.viewer));
  const starts = startsOf(ctx.now, unit);
  const pause = slices(1);
  const count = async (of: Counted, from: Date | string, to: Date | string): Promise<number> => {
    await pause();
    return countBetween(ctx, of, from, to);
  };
  const steps: StatisticsStep[] = [];
  for (const [index, start] of starts.entries()) {
    // The present step ends when there is nothing more to count.
    const end = starts[index + 1] ?? new Date(ctx.now.getTime() + DAY_MS);
    const nextDay = starts[index + 1] ? dayOf(end) : "9999";
    steps.push({
      from: dayOf(start),
      threads: await count("threads", start, end),
      posts: await count("posts", start, end),
      members: await count("members", start, end),
      activeMembers: await count("activeMembers", dayOf(start), nextDay),
    });
  }
  return steps;
}

/** First days of the steps, oldest first; the last step is the present one. */
export function startsOf(now: Date, unit: StatisticsUnit): Date[] {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const count = STEPS[unit];
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    if (unit === StatisticsUnit.MONTH) {
      return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
    }
    const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
    const from = unit === StatisticsUnit.WEEK ? monday - back * 7 * DAY_MS : today.getTime() - back * DAY_MS;
    return new Date(from);
  });
}

function dayOf(time: Date): string {
  return sqlTime(time).slice(0, 10);
}

/** Notes who is here today, whoever's session was used today, slice by slice of the sessions. */
export async function noteActiveMembers(ctx: Context, stopping: AbortSignal): Promise<void> {
  const day = dayOf(ctx.now);
  const pause = unhurried(stopping);
  for (let afterId = 0; ;) {
    const found = await sessionsAfter(ctx, afterId, SESSIONS_PER_SLICE);
    const here = found.filter(({ lastSeenAt }) => dayOf(timeOf(lastSeenAt)) >= day);
    await noteActive(ctx, day, [...new Set(here.map(({ userId }) => userId))]);
    if (found.length < SESSIONS_PER_SLICE) return;
    afterId = Number(found.at(-1)!.id);
    await pause();
  }
}

async function noteActive(ctx: Context, day: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const activeDays = userIds.map((userId) => ({ day, userId, seenAt: ctx.now }));
  await inTransaction(ctx, (ctx) => insertIgnore(ctx, ActiveDay, activeDays));
}
