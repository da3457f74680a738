import { type ReadBudget, type Reader } from "./readBudget.ts";

/** A limit that a request drew from, and what is left of it. */
export interface Quota {
  /** Name of the limit: letters, digits and hyphens. */
  readonly name: string;
  readonly limit: number;
  /** Seconds within which the limit holds. */
  readonly seconds: number;
  readonly remaining: number;
  /** Seconds until all of it is back. */
  readonly resetSeconds: number;
  /** Counted thing, if it is not requests. */
  readonly unit?: string;
}

/** The limits that one request drew from, for the headers of its answer; a limit that is drawn from twice counts once. */
export class QuotaLog {
  private readonly quotas = new Map<string, Quota>();

  note(quota: Quota): void {
    this.quotas.set(quota.name, quota);
  }

  all(): readonly Quota[] {
    return [...this.quotas.values()];
  }
}

/** Name of the budget of reads among the limits. */
const READS = "reads";

/**
 * Writes the headers with what is left to a client; none while nothing is counted. `RateLimit-Policy` and `RateLimit`
 * are lists by draft-ietf-httpapi-ratelimit-headers-10, with every limit that the request drew from; the three before
 * them tell the budget of reads alone, for clients of its first versions.
 */
export function quotaHeaders(budget: ReadBudget, reader: Reader, log: QuotaLog): Record<string, string> {
  if (!budget.isOn) return {};
  const { limit, remaining, resetSeconds, fullSeconds } = budget.balance(reader);
  const reads = { name: READS, limit, seconds: fullSeconds, remaining, resetSeconds, unit: "points" };
  const quotas: readonly Quota[] = [reads, ...log.all()];
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
    "ratelimit-policy": quotas.map(policyOf).join(", "),
    ratelimit: quotas.map(stateOf).join(", "),
  };
}

function policyOf({ name, limit, seconds, unit }: Quota): string {
  return `"${name}";q=${limit}${unit ? `;qu="${unit}"` : ""};w=${seconds}`;
}

function stateOf({ name, remaining, resetSeconds }: Quota): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
