import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "./errors.ts";
import type { QuotaLog } from "./quotas.ts";

/** One limit: at most `points` within `seconds`. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/**
 * The buckets that verbs draw from, per member or, for visitors, per address.
 * Two limits mean that both hold.
 */
export const BUCKETS = {
  /** Against floods alone; what guesses cost is counted in session/attempt.service.ts, in the database. */
  login: [{ points: 300, seconds: 60 }],
  /** Shared by all processes; a school behind one address registers a class at a time. */
  register: [
    { points: 30, seconds: 3600 },
    { points: 120, seconds: 86_400 },
  ],
  /** All that a member has written, in one file. */
  export: [{ points: 10, seconds: 3600 }],
  setup: [{ points: 10, seconds: 3600 }],
  /** Mails to accounts that visitors name; each account has a limit of its own. A school stands behind one address. */
  recovery: [
    { points: 30, seconds: 600 },
    { points: 120, seconds: 86_400 },
  ],
  /** Mailed codes for signing in: a school signs in within minutes; each account has a limit of its own. */
  mailCode: [
    { points: 120, seconds: 600 },
    { points: 600, seconds: 86_400 },
  ],
  /** Codes by text message, which cost money; each number has limits of its own. */
  smsCode: [
    { points: 60, seconds: 600 },
    { points: 300, seconds: 86_400 },
  ],
  post: [{ points: 6, seconds: 60 }],
  reply: [{ points: 20, seconds: 60 }],
  message: [
    { points: 30, seconds: 60 },
    { points: 300, seconds: 3600 },
  ],
  /** Mails that somebody causes to an address of their choice. */
  email: [
    { points: 20, seconds: 86_400 },
    { points: 5, seconds: 600 },
  ],
  /** Links of mails, by address of who opens them: several members may share one, and mail services open many. */
  unsubscribe: [{ points: 120, seconds: 60 }],
  draft: [{ points: 60, seconds: 60 }],
  follow: [{ points: 60, seconds: 60 }],
  like: [{ points: 120, seconds: 60 }],
  edit: [{ points: 60, seconds: 60 }],
  read: [{ points: 60, seconds: 60 }],
  report: [
    { points: 30, seconds: 3600 },
    { points: 6, seconds: 60 },
  ],
  search: [{ points: 60, seconds: 60 }],
  upload: [{ points: 60, seconds: 600 }],
  /** Pieces of large files, of up to 8 MB each; files themselves have a limit of their own. */
  piece: [{ points: 600, seconds: 60 }],
  manage: [{ points: 240, seconds: 60 }],
  session: [{ points: 30, seconds: 60 }],
  /** Orders and payments; wrong pay passwords have a limit of their own. */
  pay: [{ points: 300, seconds: 60 }],
} as const satisfies Record<string, readonly Limit[]>;

/** Name of a bucket. */
export type Bucket = keyof typeof BUCKETS;

/** Buckets that all processes share and that a restart keeps. */
const SHARED: ReadonlySet<Bucket> = new Set(["register", "recovery", "mailCode", "smsCode"]);

/** Counters in the database, for limits that all processes share. */
export interface SharedCounters {
  /**
   * Counts one in several windows, in all of them or, if one is used up, in none.
   * @throws {DomainError} RATE_LIMITED with the seconds to wait.
   */
  take(windows: readonly CountedWindow[]): Promise<void>;
}

/** A counter that begins anew after some seconds. */
export interface CountedWindow extends Limit {
  /** The counted key; stored as a digest. */
  readonly key: string;
}

/** Counts what callers do, in memory; one process counts for itself, but for what is shared. */
export class RateLimiter {
  private readonly limiters = new Map<Bucket, RateLimiterMemory[]>();

  /**
   * @param factor multiplies every limit; 0 switches limits off (benchmarks)
   * @param shared counts what all processes share; without it they count in memory
   */
  constructor(
    readonly factor = 1,
    private readonly shared: SharedCounters | null = null,
  ) {
    for (const [name, limits] of Object.entries(BUCKETS)) {
      const limiters = limits.map(
        ({ points, seconds }, index) =>
          new RateLimiterMemory({
            keyPrefix: `${name}${index}`,
            points: Math.max(1, points * factor),
            duration: seconds,
          }),
      );
      this.limiters.set(name as Bucket, limiters);
    }
  }

  /**
   * Takes one point from a bucket.
   * @param log notes what is left, but for buckets that all processes share
   * @throws {DomainError} RATE_LIMITED with the seconds to wait.
   */
  async take(bucket: Bucket, key: string, log?: QuotaLog): Promise<void> {
    if (this.factor === 0) return;
    if (this.shared && SHARED.has(bucket))
      return this.shared.take(this.windowsOf(bucket, key, BUCKETS[bucket]));
    const limiters = this.limiters.get(bucket)!;
    for (const limiter of limiters) {
      const name = limiters.length > 1 ? `${bucket}-${limiter.duration}` : bucket;
      await consume(limiter, key, { name, log });
    }
  }

  /** Gives the windows of limits, multiplied as all limits are. */
  windowsOf(name: string, key: string, limits: readonly Limit[]): CountedWindow[] {
    return limits.map(({ points, seconds }) => ({
      key: `${name} ${seconds} ${key}`,
      seconds,
      points: Math.max(1, points * this.factor),
    }));
  }
}

/**
 * Takes one point from a limiter.
 * @param noted name of the limit among those that the answer tells, and where it is noted
 * @throws {DomainError} RATE_LIMITED with the seconds to wait.
 */
export async function consume(
  limiter: RateLimiterMemory,
  key: string,
  { name, log }: { readonly name: string; readonly log?: QuotaLog | undefined },
): Promise<void> {
  const note = ({ remainingPoints, msBeforeNext }: RateLimiterRes): void =>
    log?.note({
      name,
      limit: Math.floor(limiter.points),
      seconds: limiter.duration,
      remaining: Math.max(0, Math.floor(remainingPoints)),
      resetSeconds: Math.ceil(msBeforeNext / 1000),
    });
  try {
    note(await limiter.consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    note(refusal);
    throw tooMany(refusal.msBeforeNext);
  }
}

/** A refusal that says how long to wait. */
export function tooMany(waitMs: number): DomainError {
  return new DomainError("RATE_LIMITED", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
