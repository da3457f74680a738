import { MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
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
/** Wrong passwords from a browser that the member has signed in on: it is bound by nobody's failures but its own. */
const FAILURES_PER_DEVICE: readonly Limit[] = [{ points: 10, seconds: 900 }];
/** Wrong passwords for one name, from any address, that are free of a pause; … */
const FREE_FAILURES = 10;
/** … then a pause of one second that doubles with each further one, up to a quarter of an hour: 100 guesses a day. */
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 900_000;
/** Time without failures after which those of a name are cleared, in seconds. */
const FAILURES_MAX_AGE_S = 86_400;
/** Time for which an address that a member signed in from is exempt from that rest, in seconds: strangers cannot lock them out. */
const KNOWN_ADDRESS_S = 90 * 86_400;

/** An admitted attempt to sign in: it counts as a failure until it has succeeded. */
export interface Attempt {
  /** Refunds the attempt, clears the failures of this name, and stores the address as one of the member's. */
  succeeded(ctx: Context): Promise<void>;
}

/**
 * Begins an attempt to sign in. It is counted before the password is verified, so that concurrent attempts do not pass
 * together; refused ones cost nothing and prolong nothing. Counters live in the database: processes share them, and
 * without a database nobody signs in anyway. Unknown names are counted like others.
 * @param device browser that the member is known on (`findKnownDevice`): strangers cannot shut its owner out
 * @throws {DomainError} RATE_LIMITED with the seconds to wait, and in words.
 */
export async function beginAttempt(
  ctx: Context,
  username: string,
  device: string | null = null,
): Promise<Attempt> {
  const { rateLimiter } = ctx.services;
  if (rateLimiter.factor === 0) return { succeeded: () => Promise.resolve() };
  try {
    return device === null ? await beginFromAnywhere(ctx, username) : await beginOnDevice(ctx, device);
  } catch (error) {
    throw error instanceof DomainError && error.code === "RATE_LIMITED" ? lockedOut(error) : error;
  }
}

/** The refusal in words that say how long it lasts. */
function lockedOut({ details }: DomainError): DomainError {
  const seconds = details.retryAfterSeconds ?? 1;
  const minutes = Math.ceil(seconds / 60);
  const [zh, en] = seconds < 60 ? [`${seconds} 秒`, `${seconds} s`] : [`${minutes} 分钟`, `${minutes} min`];
  return new DomainError("RATE_LIMITED", {
    ...details,
    text: {
      zh: `尝试次数过多，请 ${zh}后再试`,
      en: `Too many failed attempts. Please try again in ${en}.`,
    },
  });
}

async function beginOnDevice(ctx: Context, device: string): Promise<Attempt> {
  const windows = ctx.services.rateLimiter.windowsOf("signin-device", device, FAILURES_PER_DEVICE);
  await inTransaction(ctx, (ctx) => takePoints(ctx, windows));
  return {
    succeeded: (ctx) =>
      inTransaction(ctx, async (ctx) => {
        for (const { key } of windows) await ctx.db.delete(LimitCounter, { id: counterId(key) });
      }),
  };
}

async function beginFromAnywhere(ctx: Context, username: string): Promise<Attempt> {
  const { rateLimiter } = ctx.services;
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
    succeeded: (ctx) =>
      inTransaction(ctx, async (ctx) => {
        for (const { key } of address)
          await ctx.db.decrement(LimitCounter, { id: counterId(key), points: MoreThan(0) }, "points", 1);
        for (const key of [...pair.map((window) => window.key), nameCounter, knownAddress])
          await ctx.db.delete(LimitCounter, { id: counterId(key) });
        await addPoint(ctx, knownAddress, KNOWN_ADDRESS_S);
      }),
  };
}

/** Counts a failure of a name and sets the pause before the next attempt. @throws {DomainError} RATE_LIMITED. */
async function rest(ctx: Context, key: string, free: number): Promise<void> {
  const { points, restUntil } = await addPoint(ctx, key, FAILURES_MAX_AGE_S);
  const now = ctx.now.getTime();
  if (restUntil && restUntil > ctx.now) throw tooMany(restUntil.getTime() - now);
  const pauseMs = points < free ? 0 : Math.min(REST_MAX_MS, REST_FIRST_MS * 2 ** Math.min(20, points - free));
  const times = {
    endsAt: new Date(now + FAILURES_MAX_AGE_S * 1_000),
    restUntil: pauseMs === 0 ? null : new Date(now + pauseMs),
  };
  await ctx.db.update(LimitCounter, { id: counterId(key) }, times);
}

/** Clears the failures of a name, for a member whose password an administrator has replaced. */
export async function clearFailures(ctx: Context, username: string): Promise<void> {
  const key = `signin-name ${nameKey(username).slice(0, 100)}`;
  await ctx.db.delete(LimitCounter, { id: counterId(key) });
}
