import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { DataSource, EntityManager } from "typeorm";
import { cannotStore, sqliteFaultOf } from "../core/diskFaults.ts";
import type { Logger } from "../core/logger.ts";
import { TransactionEndedError, TransactionRunner } from "./transactionRunner.ts";

/** Longest wait for a lock that another program holds, from when the transaction was asked for, in milliseconds. */
const LOCK_WAIT_MAX_MS = 5_000;
/** Pause between two tries to get the lock, in milliseconds; SQLite's own wait would freeze the event loop. */
const LOCK_RETRY_MS = 10;
/** Faults in a row are logged at most this often, in milliseconds. */
const FAULT_LOG_EVERY_MS = 10_000;
/** Interval between two looks at the open transaction, in milliseconds. */
const WATCH_EVERY_MS = 1_000;
/** Looks after which a transaction is mentioned in the log, and how many later it is again. */
const LONG_LOOKS = 5;
/** Looks without a single statement after which a transaction is undone: its work waits for something else. */
const QUIET_LOOKS_MAX = 10;
/** Looks after which any transaction is undone. */
const LOOKS_MAX = 600;
/** After these a connection may be at fault itself. */
const CONNECTION_FAULTS = /^SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

/** The database as the writer needs it. */
export interface WriterOptions {
  readonly file: string;
  readonly log: Logger;
  /** Settings of each connection. */
  prepare(connection: Sqlite.Database): void;
  /** Hears of each statement. */
  count(sql: string): void;
  /** Interval between two looks at the open transaction, in milliseconds; a second unless given. */
  readonly watchEveryMs?: number;
}

interface OpenTransaction {
  readonly runner: TransactionRunner;
  abandon(reason: Error): void;
  looks: number;
  quietLooks: number;
  /** Statements at the last look. */
  statements: number;
}

/**
 * The one writer of a SQLite file: lets one transaction in at a time, and begins, commits and undoes it on the connection.
 *
 * SQLite undoes a transaction by itself on a full disk or an I/O error, and whoever keeps count of transactions on their
 * own then acknowledges what is lost. So the connection is asked before and after each step. If its answer is not
 * what it must be, nothing is acknowledged, and the connection is opened again before the next transaction.
 */
export class SqliteWriter {
  private gate: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private prepared = new Map<string, Sqlite.Statement>();
  /** Why the connection must be opened again; null while it can be trusted. */
  private distrust: string | null = null;
  private readonly identity: string;
  private open: OpenTransaction | null = null;
  private readonly watch: NodeJS.Timeout;
  /** Writes refused since the last one that was stored. */
  private refused = 0;
  private faultLoggedAt = -Infinity;

  constructor(
    private readonly source: DataSource,
    private readonly options: WriterOptions,
  ) {
    this.identity = identityOf(options.file);
    this.watch = setInterval(() => this.look(), options.watchEveryMs ?? WATCH_EVERY_MS).unref();
  }

  /**
   * Runs work in a transaction that is on disk when this resolves.
   * @throws {DomainError} DATABASE_ERROR if nothing can be stored at the moment; nothing of it is then.
   */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    this.waiting++;
    const turn = this.gate.then(() => {
      this.waiting--;
      return this.runOne(work, askedAt);
    });
    this.gate = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for running transactions, folds the write-ahead log into the file, and closes the connection. */
  async close(): Promise<void> {
    await this.gate;
    clearInterval(this.watch);
    if (this.connection.open) {
      try {
        this.connection.pragma(`busy_timeout = ${LOCK_WAIT_MAX_MS}`);
        this.connection.pragma("wal_checkpoint(TRUNCATE)");
      } catch (error) {
        // What is committed stands in the write-ahead log; the next start reads it from there.
        this.options.log.warn({ error: String(error) }, "the write-ahead log was not folded into the file");
      }
    }
    await this.source.destroy();
  }

  private get connection(): Sqlite.Database {
    return connectionOf(this.source);
  }

  private async runOne<T>(work: (manager: EntityManager) => Promise<T>, askedAt: number): Promise<T> {
    let runner: TransactionRunner | null = null;
    try {
      await this.begin(askedAt);
      const { connection } = this;
      runner = new TransactionRunner(this.source, connection, this.prepared, this.options.count);
      const result = await this.watched(runner, work);
      runner.end();
      this.commit(connection, runner);
      this.stored();
      return result;
    } catch (error) {
      runner?.end();
      this.undo();
      throw this.refusal(runner?.fault ?? error);
    }
  }

  /** Begins a transaction; waits for the lock of another program without freezing the event loop. */
  private async begin(askedAt: number): Promise<void> {
    for (;;) {
      try {
        if (this.distrust === null && this.connection.inTransaction)
          this.distrust = "a transaction was open that nobody had begun";
        if (this.distrust !== null) this.reopen();
        this.execute("BEGIN IMMEDIATE");
        if (!this.connection.inTransaction) throw this.distrusted("BEGIN opened no transaction");
        return;
      } catch (error) {
        const isBusy = sqliteFaultOf(error)?.startsWith("SQLITE_BUSY") ?? false;
        if (!isBusy || performance.now() - askedAt > LOCK_WAIT_MAX_MS) throw error;
      }
      await wait(LOCK_RETRY_MS);
    }
  }

  /** Lets the work run, and gives it up where it never ends. */
  private watched<T>(runner: TransactionRunner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.open = { runner, abandon: reject, looks: 0, quietLooks: 0, statements: 0 };
      work(runner.manager).then(resolve, reject);
    }).finally(() => (this.open = null));
  }

  private commit(connection: Sqlite.Database, { fault, undone }: TransactionRunner): void {
    if (fault !== null) throw fault as Error;
    if (undone) throw new TransactionEndedError("A part of the transaction was undone.");
    if (!connection.inTransaction) throw this.distrusted("the transaction was gone before it was committed");
    this.execute("COMMIT");
    if (connection.inTransaction) throw this.distrusted("COMMIT left the transaction open");
  }

  /** Undoes what is open; a connection that stays in a transaction is not used again. */
  private undo(): void {
    const { connection } = this;
    try {
      if (connection.open && connection.inTransaction) this.execute("ROLLBACK");
    } catch (error) {
      this.distrust ??= `ROLLBACK failed: ${String(error)}`;
    }
    if (connection.open && connection.inTransaction) this.distrust ??= "ROLLBACK left the transaction open";
  }

  private distrusted(reason: string): Error {
    this.distrust ??= reason;
    return new TransactionEndedError(reason);
  }

  /** Opens the file again, and no other file that stands in its place by now. */
  private reopen(): void {
    const { file, log, prepare } = this.options;
    this.prepared = new Map();
    this.connection.close();
    if (identityOf(file) !== this.identity)
      throw new TransactionEndedError(
        "The file of the database was replaced while the server runs; restart it.",
      );
    const connection = new Sqlite(file, { fileMustExist: true, timeout: 0 });
    try {
      prepare(connection);
      if (connection.inTransaction) throw new TransactionEndedError("A new connection is in a transaction.");
    } catch (error) {
      connection.close();
      throw error;
    }
    (this.source.driver as unknown as { databaseConnection: Sqlite.Database }).databaseConnection =
      connection;
    log.warn({ reason: this.distrust }, "the database was opened again");
    this.distrust = null;
  }

  /** Runs a statement that begins or ends a transaction. */
  private execute(sql: string): void {
    this.options.count(sql);
    let statement = this.prepared.get(sql);
    if (!statement) this.prepared.set(sql, (statement = this.connection.prepare(sql)));
    statement.run();
  }

  /** The error for whoever asked: their own, unless the database is what is at fault. */
  private refusal(error: unknown): unknown {
    const code = sqliteFaultOf(error);
    if (code && CONNECTION_FAULTS.test(code)) this.distrust ??= code;
    if (!code && this.distrust === null && !(error instanceof TransactionEndedError)) return error;
    this.refused++;
    const now = performance.now();
    if (now - this.faultLoggedAt >= FAULT_LOG_EVERY_MS) {
      this.faultLoggedAt = now;
      this.options.log.error(
        { error: String(error), code, refused: this.refused },
        "the database takes no writes: they are refused until it does",
      );
    }
    return cannotStore();
  }

  private stored(): void {
    if (this.refused === 0) return;
    this.options.log.warn({ refused: this.refused }, "the database takes writes again");
    this.refused = 0;
    this.faultLoggedAt = -Infinity;
  }

  /**
   * Looks at the open transaction. Looks are counted, not time: a process that stood still, or a loop that was busy,
   * is no fault of the work.
   */
  private look(): void {
    const { open } = this;
    if (!open) return;
    const { runner } = open;
    open.looks++;
    open.quietLooks = runner.statements === open.statements ? open.quietLooks + 1 : 0;
    open.statements = runner.statements;
    const fields = { looks: open.looks, statements: runner.statements, waiting: this.waiting };
    if (open.quietLooks >= QUIET_LOOKS_MAX || open.looks >= LOOKS_MAX) {
      this.options.log.error(fields, "a transaction does not end: it is undone, so that others can write");
      runner.end();
      open.abandon(
        new TransactionEndedError("The transaction did not end in time; nothing of it is stored."),
      );
    } else if (open.looks % LONG_LOOKS === 0) {
      this.options.log.warn(fields, "a transaction is open for long; all others wait");
    }
  }
}

/** The connection behind a DataSource. */
export function connectionOf(source: DataSource): Sqlite.Database {
  return (source.driver as unknown as { databaseConnection: Sqlite.Database }).databaseConnection;
}

/** Device and number of a file, which another file in its place does not have. @throws {Error} if there is none */
function identityOf(file: string): string {
  const { dev, ino } = statSync(file);
  return `${dev}:${ino}`;
}
