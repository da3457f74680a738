import type { Context } from "../../core/context.ts";
import { slices, unhurried } from "../../core/slices.ts";
import { sqlTime, timeOf } from "../../core/sql.ts";
import { startsOf, type StatisticsUnit } from "../../core/steps.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insertIgnore } from "../../core/write.ts";
import { ActiveDay } from "./activeDay.entity.ts";
import { countBetween, sessionsAfter, type Counted } from "./statistics.sql.ts";
import type { StatisticsStep } from "./statistics.view.ts";

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

function dayOf(time: Date): string {
  return sqlTime(time).slice(0, 10);
}

/** Notes who is here today, whoever's session was used today, slice by slice of the sessions. */
export async function recordActiveMembers(ctx: Context, stopping: AbortSignal): Promise<void> {
  const day = dayOf(ctx.now);
  const pause = unhurried(stopping);
  for (let afterId = 0; ;) {
    const sessions = await sessionsAfter(ctx, afterId, SESSIONS_PER_SLICE);
    const here = sessions.filter(({ lastSeenAt }) => dayOf(timeOf(lastSeenAt)) >= day);
    await noteActive(ctx, day, [...new Set(here.map(({ userId }) => userId))]);
    if (sessions.length < SESSIONS_PER_SLICE) return;
    afterId = Number(sessions.at(-1)!.id);
    await pause();
  }
}

async function noteActive(ctx: Context, day: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const activeDays = userIds.map((userId) => ({ day, userId, seenAt: ctx.now }));
  await inTransaction(ctx, (ctx) => insertIgnore(ctx, ActiveDay, activeDays));
}
