import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { DataSource, EntityManager } from "typeorm";
import { cannotStore, sqliteFaultOf } from "../core/diskFaults.ts";
import type { Logger } from "../core/logger.ts";
import type { StatementLog } from "./statementLog.ts";
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
/** Transactions that share one commit at most, and the time for which one is open for more, in milliseconds. */
const [SHARED_MAX, SHARED_MAX_MS] = [64, 20];
/** After these a connection may be at fault itself. */
const CONNECTION_FAULTS = /^SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

/** The database as the writer needs it. */
export interface WriterOptions {
  readonly file: string;
  readonly log: Logger;
  /** Settings of each connection. */
  prepare(connection: Sqlite.Database): void;
  readonly statements: Pick<StatementLog, "count" | "took">;
  /** Interval between two looks at the open transaction, in milliseconds; a second unless given. */
  readonly watchEveryMs?: number;
}

/** A transaction that has done its work, and hears of it when the commit is on disk or has failed. */
interface Waiting {
  answer(): void;
  refuse(error: unknown): void;
}

/** Transactions that are stored by one commit. */
interface Group {
  readonly waiting: Waiting[];
  readonly beganAt: number;
  readonly turn: NodeJS.Immediate;
  /** True once the event loop has come round: nobody else joins. */
  isDue: boolean;
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
 * Transactions that are asked for in one turn of the event loop share one commit, since the wait for the disk costs more
 * than most of them. The first one begins; each further one is a savepoint of its own, so that one that fails undoes
 * itself alone. Nobody hears anything before the commit, not even a refusal, which may rest on what another one has
 * written; if the commit fails, all are refused.
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
  private group: Group | null = null;
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
    return new Promise<T>((resolve, reject) => {
      this.gate = this.gate.then(() => {
        this.waiting--;
        return this.runOne(work, askedAt, resolve, reject);
      });
    });
  }

  /** Waits for running transactions, folds the write-ahead log into the file, and closes the connection. */
  async close(): Promise<void> {
    await this.gate;
    if (this.group) this.commit(this.group);
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

  private async runOne<T>(
    work: (manager: EntityManager) => Promise<T>,
    askedAt: number,
    resolve: (result: T) => void,
    reject: (error: unknown) => void,
  ): Promise<void> {
    const joined = this.join();
    try {
      if (!joined) await this.begin(askedAt);
    } catch (error) {
      this.undo();
      return reject(this.refusal(error));
    }
    const group = joined ?? (this.group = this.newGroup());
    const { connection } = this;
    const runner = new TransactionRunner(this.source, connection, this.prepared, this.options.statements);
    try {
      const result = await this.watched(runner, work);
      runner.end();
      this.finish(runner, joined !== null);
      group.waiting.push({ answer: () => resolve(result), refuse: reject });
    } catch (error) {
      runner.end();
      if (!this.undoPart(runner, joined !== null)) {
        this.lose(group, runner.fault ?? error);
        return reject(this.refusal(runner.fault ?? error));
      }
      group.waiting.push({ answer: () => reject(this.refusal(error)), refuse: reject });
    }
    const isFull = group.waiting.length >= SHARED_MAX || performance.now() - group.beganAt >= SHARED_MAX_MS;
    if (group.isDue || isFull) this.commit(group);
  }

  /** Begins a part of the transaction that is open. @returns null if there is none */
  private join(): Group | null {
    const { group } = this;
    if (!group) return null;
    try {
      if (!this.connection.inTransaction)
        throw this.distrusted("the transaction was gone before the next one joined");
      this.execute("SAVEPOINT part");
      return group;
    } catch (error) {
      this.lose(group, error);
      return null;
    }
  }

  /** Begins to wait for others until the event loop has come round: what has arrived by then has been read. */
  private newGroup(): Group {
    const turn = setImmediate(() => {
      group.isDue = true;
      if (this.open === null) this.commit(group);
    });
    const group: Group = { waiting: [], beganAt: performance.now(), turn, isDue: false };
    return group;
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

  /** Ends the work of a transaction that is to be stored. */
  private finish({ fault, undone }: TransactionRunner, isPart: boolean): void {
    if (fault !== null) throw fault as Error;
    if (undone) throw new TransactionEndedError("A part of the transaction was undone.");
    if (!this.connection.inTransaction)
      throw this.distrusted("the transaction was gone before it was committed");
    if (isPart) this.execute("RELEASE part");
  }

  /**
   * Undoes one transaction among those that share a commit.
   * @returns false if the others cannot be stored either: the disk is at fault, or the first one fails, which is alone
   */
  private undoPart({ fault }: TransactionRunner, isPart: boolean): boolean {
    if (!isPart || fault !== null || this.distrust !== null || !this.connection.inTransaction) return false;
    try {
      this.execute("ROLLBACK TO part");
      this.execute("RELEASE part");
      return true;
    } catch (error) {
      this.distrust ??= `A part could not be undone: ${String(error)}`;
      return false;
    }
  }

  /** Stores what a group has done, and lets all know. */
  private commit(group: Group): void {
    if (this.group !== group) return;
    try {
      if (!this.connection.inTransaction)
        throw this.distrusted("the transaction was gone before it was committed");
      this.execute("COMMIT");
      if (this.connection.inTransaction) throw this.distrusted("COMMIT left the transaction open");
    } catch (error) {
      return this.lose(group, error);
    }
    this.end(group);
    this.stored();
    for (const { answer } of group.waiting) answer();
  }

  /** Undoes what a group has done, and refuses all of it. */
  private lose(group: Group, error: unknown): void {
    this.end(group);
    this.undo();
    const reason = sqliteFaultOf(error) ? error : new TransactionEndedError(String(error));
    for (const { refuse } of group.waiting) refuse(this.refusal(reason));
  }

  private end(group: Group): void {
    clearImmediate(group.turn);
    this.group = null;
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
    const { statements } = this.options;
    const began = performance.now();
    statements.count(sql);
    try {
      let statement = this.prepared.get(sql);
      if (!statement) this.prepared.set(sql, (statement = this.connection.prepare(sql)));
      statement.run();
    } finally {
      statements.took(sql, began);
    }
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
