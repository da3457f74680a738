import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "./errors.ts";

/** One limit: at most `points` within `seconds`. */
interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/**
 * The buckets that verbs draw from, per member or, for visitors, per address.
 * Two limits mean that both hold.
 */
export const BUCKETS = {
  login: [
    { points: 30, seconds: 3600 },
    { points: 6, seconds: 60 },
  ],
  /** Failures of one account from one address: five, then 15 minutes of rest (legacy rule). */
  loginFailure: [{ points: 5, seconds: 900 }],
  register: [{ points: 10, seconds: 3600 }],
  setup: [{ points: 10, seconds: 3600 }],
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
  manage: [{ points: 240, seconds: 60 }],
  session: [{ points: 30, seconds: 60 }],
} as const satisfies Record<string, readonly Limit[]>;

/** Name of a bucket. */
export type Bucket = keyof typeof BUCKETS;

/** Counts what callers do, in memory; one process counts for itself. */
export class RateLimiter {
  private readonly limiters = new Map<Bucket, RateLimiterMemory[]>();

  /** @param factor multiplies every limit; 0 switches limits off (benchmarks) */
  constructor(readonly factor = 1) {
    for (const [name, limits] of Object.entries(BUCKETS)) {
      const made = limits.map(
        ({ points, seconds }, index) =>
          new RateLimiterMemory({
            keyPrefix: `${name}${index}`,
            points: Math.max(1, points * factor),
            duration: seconds,
          }),
      );
      this.limiters.set(name as Bucket, made);
    }
  }

  /**
   * Takes one point from a bucket.
   * @throws {DomainError} RATE_LIMITED with the seconds to wait.
   */
  async take(bucket: Bucket, key: string): Promise<void> {
    if (this.factor === 0) return;
    for (const limiter of this.limiters.get(bucket)!) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(refusal.msBeforeNext);
      }
    }
  }

  /**
   * Refuses if a bucket is used up, without taking from it.
   * @throws {DomainError} RATE_LIMITED with the seconds to wait.
   */
  async peek(bucket: Bucket, key: string): Promise<void> {
    if (this.factor === 0) return;
    for (const limiter of this.limiters.get(bucket)!) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= limiter.points) throw tooMany(state.msBeforeNext);
    }
  }

  /** Gives a bucket back in full, for example after a sign-in that succeeded. */
  async reset(bucket: Bucket, key: string): Promise<void> {
    for (const limiter of this.limiters.get(bucket)!) await limiter.delete(key);
  }
}

function tooMany(waitMs: number): DomainError {
  return new DomainError("RATE_LIMITED", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
