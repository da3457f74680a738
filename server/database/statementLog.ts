import type { Logger } from "typeorm";

/** Counts statements as they run, so that tests and the benchmark can measure a page. Stores no values. */
export class StatementLog implements Logger {
  /** Statements since the program started. */
  total = 0;
  private listener: ((sql: string) => void) | null = null;

  /** Counts one statement. */
  count(sql: string): void {
    this.total++;
    this.listener?.(sql);
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
