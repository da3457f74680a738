import { DomainError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";

/** Between two looks whether the database is back, in milliseconds. */
const PROBE_EVERY_MS = 1_000;
/** Seconds until refused callers may retry. */
const RETRY_AFTER_SECONDS = 5;

/** Codes of errors that mean "no database" rather than "a wrong statement". */
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
  "PROTOCOL_CONNECTION_LOST",
  "ER_SERVER_SHUTDOWN",
  "ER_NORMAL_SHUTDOWN",
  "ER_CON_COUNT_ERROR",
  "ER_CONNECTION_KILLED",
]);
/** Message of the driver, without a code, for a connection that ended while statements waited for it. */
const CLOSED = /closed state|connection (?:is|was) closed|pool is closed/i;

/** Finds the code of an error that means that the database cannot be reached; null for all other errors. */
export function awayCode(error: unknown): string | null {
  const { code, driverError, message } = error as {
    code?: string;
    message?: string;
    driverError?: { code?: string };
  };
  const named = code ?? driverError?.code;
  if (named !== undefined && AWAY.has(named)) return named;
  return CLOSED.test(message ?? "") ? "connection closed" : null;
}

/**
 * Remembers that the database is away, so that nobody waits for it, and notices when it is back. Each outage is two
 * lines in the log, whatever the number of requests that meet it.
 */
export class Outage {
  private since: number | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  /** @param probe resolves if the database answers */
  constructor(
    private readonly probe: () => Promise<void>,
    private readonly log: Logger,
  ) {}

  /** Refuses at once while the database is away. @throws {DomainError} DATABASE_ERROR. */
  guard(): void {
    if (this.since !== null) throw away();
  }

  /** Turns an error of the driver into what callers may see; one that tells of an outage begins it. */
  refusal(error: unknown): unknown {
    const code = awayCode(error);
    if (code === null) return error;
    this.begin(code);
    return away();
  }

  /** Ends the timer. */
  stop(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private begin(code: string): void {
    if (this.since !== null || this.stopped) return;
    this.since = performance.now();
    this.log.error(
      { reason: code },
      "the database is away; what needs it is answered with 503 until it is back",
    );
    this.look(0);
  }

  private look(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.probe().then(
        () => this.end(),
        () => this.stopped || this.look(PROBE_EVERY_MS),
      );
    }, afterMs);
    this.timer.unref();
  }

  private end(): void {
    const seconds = Math.round((performance.now() - (this.since ?? 0)) / 1_000);
    this.since = null;
    if (!this.stopped) this.log.warn({ seconds }, "the database is back");
  }
}

function away(): DomainError {
  return new DomainError("DATABASE_ERROR", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
