import { LRUCache } from "lru-cache";
import { DomainError } from "./errors.ts";

/** Size of a budget in points, and points that come back each second; one point is about one field of an answer. */
interface Allowance {
  readonly points: number;
  readonly perSecond: number;
}

/**
 * Budgets of one member and one address. A page of the client costs 1,000 to 5,000 points, so that opening four pages
 * each second is never refused; a school behind one address has more.
 */
const ALLOWANCES = {
  member: { points: 600_000, perSecond: 20_000 },
  address: { points: 1_500_000, perSecond: 50_000 },
} as const satisfies Record<string, Allowance>;

/** Maximum stored balances of members and addresses; those that are dropped have all points again. */
const KEYS_MAX = 50_000;

/** A reader as budgets count them. */
export interface Reader {
  readonly kind: keyof typeof ALLOWANCES;
  /** Id of the member, or the address. */
  readonly key: string | number;
}

/** The points left to a reader. */
export interface Balance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until all of it is back. */
  readonly resetSeconds: number;
  /** Seconds in which an empty budget fills up. */
  readonly fullSeconds: number;
}

interface Account {
  points: number;
  /** Time at which the points were counted, in milliseconds. */
  at: number;
}

/**
 * Counts what is read, by cost: a bucket of points for each member and, for visitors, each address, which fills up
 * steadily. In memory; one process counts for itself.
 */
export class ReadBudget {
  private readonly accounts = new LRUCache<string | number, Account>({ max: KEYS_MAX });

  /**
   * @param factor multiplies every allowance; 0 switches limits off (benchmarks)
   * @param clock milliseconds that only grow
   */
  constructor(
    private readonly factor = 1,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** True if anything is counted at all. */
  get isOn(): boolean {
    return this.factor > 0;
  }

  /**
   * Takes points.
   * @throws {DomainError} RATE_LIMITED with the seconds to wait, if there are not as many; then none is taken.
   */
  take(reader: Reader, cost: number): void {
    if (!this.isOn) return;
    const { points, perSecond } = this.allowance(reader);
    const account = this.account(reader);
    // What costs more than there ever is at once waits for a full bucket.
    const needed = Math.min(cost, points);
    if (account.points < needed) {
      const wait = Math.max(1, Math.ceil((needed - account.points) / perSecond));
      throw new DomainError("RATE_LIMITED", { retryAfterSeconds: wait });
    }
    account.points -= cost;
  }

  /** Takes points for what is done already; the reader may owe some afterwards. */
  charge(reader: Reader, cost: number): void {
    if (this.isOn) this.account(reader).points -= cost;
  }

  /** Computes the points left to a reader. */
  balance(reader: Reader): Balance {
    const { points, perSecond } = this.allowance(reader);
    const account = this.account(reader);
    return {
      limit: Math.floor(points),
      remaining: Math.max(0, Math.floor(account.points)),
      resetSeconds: Math.ceil((points - account.points) / perSecond),
      fullSeconds: Math.ceil(points / perSecond),
    };
  }

  private allowance({ kind }: Reader): Allowance {
    const { points, perSecond } = ALLOWANCES[kind];
    return { points: points * this.factor, perSecond: perSecond * this.factor };
  }

  private account(reader: Reader): Account {
    const { points, perSecond } = this.allowance(reader);
    const now = this.clock();
    const name = reader.kind === "member" ? reader.key : `a${reader.key}`;
    let account = this.accounts.get(name);
    if (!account) this.accounts.set(name, (account = { points, at: now }));
    account.points = Math.min(points, account.points + ((now - account.at) / 1000) * perSecond);
    account.at = now;
    return account;
  }
}

/** Identifies the reader of a context: the member, else the address. */
export function readerOf(ctx: {
  readonly viewer: { readonly isMember: boolean; readonly readerId: number };
  readonly address: string;
}): Reader {
  const { viewer, address } = ctx;
  return viewer.isMember ? { kind: "member", key: viewer.readerId } : { kind: "address", key: address };
}
