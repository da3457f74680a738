import type Sqlite from "better-sqlite3";
import { type DataSource, QueryFailedError } from "typeorm";
import type { BetterSqlite3Driver } from "typeorm/driver/better-sqlite3/BetterSqlite3Driver.js";
import { BetterSqlite3QueryRunner } from "typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js";
import { sqliteFaultOf } from "../core/diskFaults.ts";
import type { StatementLog } from "./statementLog.ts";

/** Statements that stay prepared; the one that was not used for longest goes first. */
const PREPARED_MAX = 500;

/** A transaction that ended before its work did: nothing of it is stored. */
export class TransactionEndedError extends Error {}

/**
 * One transaction of the writer, as TypeORM sees it: the query runner behind the entity manager that the work is given.
 *
 * It begins, commits and undoes nothing itself; nested transactions join. Each statement runs only while the connection
 * says that it is in a transaction, since SQLite leaves one by itself on a full disk or an I/O error, and whatever ran
 * after that would be a transaction of its own. Once ended it refuses everything, so work that goes on writes nothing.
 */
export class TransactionRunner extends BetterSqlite3QueryRunner {
  /** Number of statements so far. */
  statements = 0;
  /** The first error that means "the disk takes nothing", whether or not the work caught it. */
  fault: unknown = null;
  /** A nested transaction was undone, so the whole cannot be stored. */
  undone = false;

  constructor(
    source: DataSource,
    private readonly sqlite: Sqlite.Database,
    private readonly prepared: Map<string, Sqlite.Statement>,
    private readonly log: Pick<StatementLog, "count" | "took">,
  ) {
    super(source.driver as BetterSqlite3Driver);
    this.isTransactionActive = true;
    Object.assign(this, { manager: source.createEntityManager(this) });
  }

  /** Refuses all further statements. */
  end(): void {
    this.isReleased = true;
  }

  override startTransaction(): Promise<void> {
    return Promise.resolve();
  }

  override commitTransaction(): Promise<void> {
    return Promise.resolve();
  }

  override rollbackTransaction(): Promise<void> {
    this.undone = true;
    return Promise.resolve();
  }

  // No `await` between the question and the statement: another statement of the same work could end the transaction.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- TypeORM's signature
  override async query(sql: string, parameters: any = [], useStructuredResult = false): Promise<any> {
    const values = (parameters as unknown[]).map((value) =>
      typeof value === "boolean" ? Number(value) : value,
    );
    if (this.isReleased)
      throw new TransactionEndedError("The transaction has ended; nothing more is stored.");
    const began = performance.now();
    this.log.count(sql);
    this.statements++;
    try {
      if (!this.sqlite.inTransaction)
        throw new TransactionEndedError("SQLite has ended the transaction by itself.");
      return this.execute(sql, values, useStructuredResult);
    } catch (error) {
      if (error instanceof TransactionEndedError) throw error;
      if (this.fault === null && sqliteFaultOf(error)) this.fault = error;
      throw new QueryFailedError(sql, values, error as Error);
    } finally {
      this.log.took(sql, began);
    }
  }

  private execute(sql: string, values: unknown[], useStructuredResult: boolean): unknown {
    let statement = this.prepared.get(sql);
    if (statement) this.prepared.delete(sql);
    else {
      statement = this.sqlite.prepare(sql);
      if (this.prepared.size >= PREPARED_MAX) this.prepared.delete(this.prepared.keys().next().value!);
    }
    this.prepared.set(sql, statement);
    if (statement.reader) {
      const raw = statement.all(...values);
      return useStructuredResult ? { raw, records: raw } : raw;
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return useStructuredResult ? { raw: lastInsertRowid, records: [], affected: changes } : lastInsertRowid;
  }
}
