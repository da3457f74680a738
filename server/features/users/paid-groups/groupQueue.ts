/** A period of a group with what is left of it. */
export interface QueuedPeriod {
  readonly id: number;
  /** Its place among all periods of the member, in the order of buying. */
  readonly number: number;
  readonly groupId: number;
  /** Rank of the group; the highest comes first. */
  readonly level: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Time that is left of a period, in milliseconds. */
function restOf({ startsAt, endsAt }: QueuedPeriod, now: Date): number {
  return endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime());
}

/**
 * Lays the periods of a member one behind the other: the highest rank first, then the order of buying. What is left of
 * a period stays as long as it is; one that is overtaken goes on where the others have ended.
 * @param periods those that have time left
 * @param from when the first begins: now, or a time to come
 */
export function layOut(periods: readonly QueuedPeriod[], from: Date, now: Date): QueuedPeriod[] {
  const inOrder = [...periods].sort((a, b) => b.level - a.level || a.number - b.number);
  let cursor = from.getTime();
  return inOrder.map((period) => {
    const runsOn = period.startsAt <= now && cursor === now.getTime();
    const startsAt = runsOn ? period.startsAt : new Date(cursor);
    cursor += restOf(period, now);
    return { ...period, startsAt, endsAt: new Date(cursor) };
  });
}

/** Finds the period that runs at a time. */
export function runningOf(periods: readonly QueuedPeriod[], now: Date): QueuedPeriod | undefined {
  return periods
    .filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
    .sort((a, b) => b.level - a.level)[0];
}

/** Gives the end of a group that runs now: of all periods of it that follow each other. Periods are in their order. */
export function endOfRun(periods: readonly QueuedPeriod[], running: QueuedPeriod): Date {
  let end = running.endsAt;
  for (const period of periods)
    if (period.groupId === running.groupId && period.startsAt.getTime() === end.getTime())
      end = period.endsAt;
  return end;
}
