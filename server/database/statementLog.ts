import type { Logger as TypeormLogger } from "typeorm";
import type { Logger } from "../core/logger.ts";

/** A statement that takes longer is slow, in milliseconds, unless the configuration says otherwise. */
export const SLOW_STATEMENT_MS = 500;
/** Slow statements are logged at most this often, in milliseconds: a slow disk makes all of them slow. */
const LOG_EVERY_MS = 1_000;
/** Longest text of a slow statement in the log, in characters. */
const LOGGED_CHARACTERS = 2_000;
const SECOND_MS = 1_000;

/** Counts and times statements as they run, for the metrics, tests and the benchmark, and logs slow ones. Holds no values. */
export class StatementLog implements TypeormLogger {
  /** Statements since the program started. */
  total = 0;
  /** Time that statements took, with their wait for a connection, in seconds. */
  seconds = 0;
  /** Slow statements since the program started. */
  slow = 0;
  private listener: ((sql: string) => void) | null = null;
  private loggedAt = -Infinity;

  /** @param slowMs time from which a statement is slow, in milliseconds; 0 logs and counts none */
  constructor(
    private readonly report: Pick<Logger, "warn">,
    private readonly slowMs = SLOW_STATEMENT_MS,
  ) {}

  /** Counts one statement. */
  count(sql: string): void {
    this.total++;
    this.listener?.(sql);
  }

  /** Times one statement that has run. @param beganAt of `performance.now()` */
  took(sql: string, beganAt: number): void {
    const endedAt = performance.now();
    const ms = endedAt - beganAt;
    this.seconds += ms / SECOND_MS;
    if (this.slowMs === 0 || ms < this.slowMs) return;
    this.slow++;
    if (endedAt - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = endedAt;
    const statement = sql.replace(/\s+/g, " ").slice(0, LOGGED_CHARACTERS);
    this.report.warn({ ms: Math.round(ms), statement, slow: this.slow }, "a statement was slow");
  }

  /** Calls the listener with each statement from now on; null stops it. */
  listen(listener: ((sql: string) => void) | null): void {
    this.listener = listener;
  }

  logQuery(sql: string): void {
    this.count(sql);
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
