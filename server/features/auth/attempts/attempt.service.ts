import { MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { type Limit, tooMany } from "../../../core/rateLimit.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { addPoint, counterId, findCounter, takePoints } from "./limitCounter.service.ts";
import { LimitCounter } from "./limitCounter.entity.ts";

/** Wrong passwords for one name from one address: five, then 15 minutes of rest (legacy rule). */
const FAILURES_PER_PAIR: readonly Limit[] = [{ points: 5, seconds: 900 }];
/**
 * Wrong passwords from one address, whatever the names. A dormitory or a carrier's network is thousands of people behind
 * one address, of whom some mistype; sign-ins that succeed are not counted.
 */
const FAILURES_PER_ADDRESS: readonly Limit[] = [
  { points: 100, seconds: 900 },
  { points: 1_000, seconds: 86_400 },
];
/** Wrong passwords for one name, from wherever: so many without a pause, … */
const FREE_FAILURES = 10;
/** … then one second of rest, twice as long after each further one, at most a quarter of an hour: 100 guesses a day. */
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 900_000;
/** Failures for one name are forgotten when there was none for so long, in seconds. */
const FAILURES_KEPT_S = 86_400;
/** From where a member has signed in, that rest does not hold for so long, in seconds: strangers cannot lock them out. */
const KNOWN_ADDRESS_S = 90 * 86_400;

/** An attempt to sign in that may go on: it counts as a failure until it has succeeded. */
export interface Attempt {
  /** Takes back what the attempt cost, forgets the failures of this name, and remembers the address as the member's. */
  succeeded(): Promise<void>;
}

/**
 * Begins an attempt to sign in. It is counted before the password is looked at, so that attempts at the same moment do
 * not pass together; refused ones cost nothing and prolong nothing. Counters live in the database: processes share them,
 * and without a database nobody signs in anyway. Names that nobody has are counted like others.
 * @throws {DomainError} RATE_LIMITED with the seconds to wait.
 */
export async function beginAttempt(ctx: Context, username: string): Promise<Attempt> {
  const { rateLimiter } = ctx.services;
  if (rateLimiter.factor === 0) return { succeeded: () => Promise.resolve() };
  const name = nameKey(username).slice(0, 100);
  const pair = rateLimiter.windowsOf("signin-pair", `${name} ${ctx.address}`, FAILURES_PER_PAIR);
  const address = rateLimiter.windowsOf("signin-address", ctx.address, FAILURES_PER_ADDRESS);
  const nameCounter = `signin-name ${name}`;
  const knownAddress = `signin-known ${name} ${ctx.address}`;
  await inTransaction(ctx, async (ctx) => {
    await takePoints(ctx, [...address, ...pair]);
    if (!(await findCounter(ctx, knownAddress)))
      await rest(ctx, nameCounter, FREE_FAILURES * rateLimiter.factor);
  });
  return {
    succeeded: () =>
      inTransaction(ctx, async (ctx) => {
        for (const { key } of address)
          await ctx.db.decrement(LimitCounter, { id: counterId(key), points: MoreThan(0) }, "points", 1);
        for (const key of [...pair.map((window) => window.key), nameCounter, knownAddress])
          await ctx.db.delete(LimitCounter, { id: counterId(key) });
        await addPoint(ctx, knownAddress, KNOWN_ADDRESS_S);
      }),
  };
}

/** Counts a failure of a name and sets until when the next attempt has to wait. @throws {DomainError} RATE_LIMITED. */
async function rest(ctx: Context, key: string, free: number): Promise<void> {
  const { points, restUntil } = await addPoint(ctx, key, FAILURES_KEPT_S);
  const now = ctx.now.getTime();
  if (restUntil && restUntil > ctx.now) throw tooMany(restUntil.getTime() - now);
  const pauseMs = points < free ? 0 : Math.min(REST_MAX_MS, REST_FIRST_MS * 2 ** Math.min(20, points - free));
  const times = {
    endsAt: new Date(now + FAILURES_KEPT_S * 1_000),
    restUntil: pauseMs === 0 ? null : new Date(now + pauseMs),
  };
  await ctx.db.update(LimitCounter, { id: counterId(key) }, times);
}

/** Forgets the failures of a name, for a member whose password an administrator has replaced. */
export async function forgetFailures(ctx: Context, username: string): Promise<void> {
  const key = `signin-name ${nameKey(username).slice(0, 100)}`;
  await ctx.db.delete(LimitCounter, { id: counterId(key) });
}
