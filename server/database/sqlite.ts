import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { DataSource, type EntityManager } from "typeorm";
import type { Database, SqlValue } from "../core/context.ts";
import { diskFaultOf, sqliteFaultOf } from "../core/diskFaults.ts";
import { sqlTime } from "../core/sql.ts";
import { StartError } from "../core/startError.ts";
import { ReadableNames } from "./naming.ts";
import { migrate, type Schema } from "./schema.ts";
import { prepareSearchFile, searchFileOf } from "./searchFile.ts";
import { SearchHost } from "./searchHost.ts";
import { connectionOf, SqliteWriter } from "./sqliteWriter.ts";
import { StatementLog } from "./statementLog.ts";

/** Longest wait of a read for a lock held by another process; a longer one would freeze the event loop. */
const BUSY_TIMEOUT_MS = 50;
/** The same before the server serves anybody, when nothing can freeze. */
const START_BUSY_TIMEOUT_MS = 5_000;
/** Page cache of each connection, in KiB. */
const CACHE_KIB = 16_384;

/** Pages in the write-ahead log before they are folded into the file: 32 MB, so that few commits wait for it. */
const CHECKPOINT_PAGES = 8_000;

/** A file that is open already by another server. */
export class DatabaseInUseError extends StartError {}

/**
 * The embedded engine: one writer behind a gate and one reader that sees only what is committed.
 *
 * TypeORM shares one connection per DataSource, so concurrent transactions would mix; the writer lets one in at a time.
 */
export class SqliteDatabase implements Database {
  readonly engine = "sqlite";
  private readonly statements = new Map<string, Sqlite.Statement>();
  /** The same statements in the mode that gives arrays; the mode belongs to the statement. */
  private readonly rawStatements = new Map<string, Sqlite.Statement>();

  private constructor(
    readonly writer: DataSource,
    private readonly transactions: SqliteWriter,
    private readonly reader: DataSource,
    private readonly lock: Sqlite.Database,
    readonly log: StatementLog,
    /** The search index, which readers see as the schema `search`. */
    readonly indexFile: SearchHost,
  ) {}

  /**
   * Opens or creates the file, brings it up to date, and keeps other servers out.
   * @param watchEveryMs how often the open transaction is looked at, if not each second
   * @throws {StartError} if another server has it open, if it cannot be written, or if it is newer than the program
   */
  static async open(file: string, schema: Schema, watchEveryMs?: number): Promise<SqliteDatabase> {
    makeFolder(dirname(file));
    const lock = lockSqlite(file);
    const log = new StatementLog(schema.log, schema.slowStatementMs);
    const common = {
      type: "better-sqlite3" as const,
      database: file,
      entities: schema.entities,
      namingStrategy: new ReadableNames(),
      synchronize: false,
      logging: true,
      logger: log,
      // Statements repeat; preparing them once is what makes SQLite fast.
      statementCacheSize: 500,
    };
    const opened: DataSource[] = [];
    try {
      const writer = new DataSource({
        ...common,
        migrations: [...schema.migrations],
        migrationsTransactionMode: "each",
        timeout: START_BUSY_TIMEOUT_MS,
        prepareDatabase: prepareWriter,
      });
      opened.push(bindingNumbers(await writer.initialize()));
      connectionOf(writer).exec("BEGIN IMMEDIATE; ROLLBACK");
      await migrate(writer, schema);
      connectionOf(writer).pragma("busy_timeout = 0");
      const searchFile = searchFileOf(file);
      prepareSearchFile(searchFile);
      const reader = new DataSource({
        ...common,
        timeout: BUSY_TIMEOUT_MS,
        readonly: true,
        prepareDatabase: (connection: Sqlite.Database) => {
          connection.pragma(`cache_size = -${CACHE_KIB}`);
          connection.prepare("ATTACH ? AS search").run(searchFile);
        },
      });
      opened.push(timing(bindingNumbers(await reader.initialize()), log));
      const transactions = new SqliteWriter(writer, {
        file,
        log: schema.log,
        prepare: prepareWriter,
        statements: log,
        ...(watchEveryMs === undefined ? {} : { watchEveryMs }),
      });
      return new SqliteDatabase(writer, transactions, reader, lock, log, new SearchHost(file, schema.log));
    } catch (error) {
      for (const source of opened) await source.destroy();
      lock.close();
      throw startErrorOf(error, file);
    }
  }

  get manager(): EntityManager {
    return this.reader.manager;
  }

  async rows<T>(sql: string, values: readonly SqlValue[]): Promise<T[]> {
    this.log.count(sql);
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = connectionOf(this.reader).prepare(sql);
      this.statements.set(sql, statement);
    }
    return this.timed(sql, () => statement.all(...values.map(toSqlite)) as T[]);
  }

  async tuples(sql: string, values: readonly SqlValue[]): Promise<unknown[][]> {
    this.log.count(sql);
    let statement = this.rawStatements.get(sql);
    if (!statement) {
      statement = connectionOf(this.reader).prepare(sql).raw();
      this.rawStatements.set(sql, statement);
    }
    return this.timed(sql, () => statement.all(...values.map(toSqlite)) as unknown[][]);
  }

  private timed<T>(sql: string, read: () => T): T {
    const began = performance.now();
    try {
      return read();
    } finally {
      this.log.took(sql, began);
    }
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.transaction(work);
  }

  /** Resolves if the database answers. */
  async ping(): Promise<void> {
    await this.rows("SELECT 1", []);
  }

  /** The version of the engine, for people. */
  async version(): Promise<string> {
    const answer = await this.rows<{ version: string }>("SELECT sqlite_version() AS version", []);
    return `SQLite ${answer[0]!.version}`;
  }

  /** Waits for running transactions, folds the write-ahead log into the file, and lets go of it. */
  async close(): Promise<void> {
    this.statements.clear();
    this.rawStatements.clear();
    await this.reader.destroy();
    await this.indexFile.close();
    await this.transactions.close();
    this.lock.close();
  }
}

/** Connects with the program's entities, beside a server that may be running: for `luntan doctor`. */
export function connectSqlite(file: string, entities: Schema["entities"]): Promise<DataSource> {
  const source = new DataSource({
    type: "better-sqlite3",
    database: file,
    fileMustExist: true,
    entities,
    namingStrategy: new ReadableNames(),
    synchronize: false,
    timeout: START_BUSY_TIMEOUT_MS,
  });
  return source.initialize().then(bindingNumbers);
}

/**
 * Makes TypeORM bind whole numbers, which it would write into the statements: each id would be a statement of its own,
 * which SQLite has to prepare. As big integers they are bound as what they would be in the text, not as floats.
 */
function bindingNumbers(source: DataSource): DataSource {
  const { driver } = source;
  const escape = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters) => {
    const bound: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(parameters))
      bound[name] = Number.isSafeInteger(value) ? BigInt(value as number) : value;
    return escape(sql, bound);
  };
  return source;
}

/** Times the statements of the entity manager; the driver has one query runner for all of them. */
function timing(source: DataSource, log: StatementLog): DataSource {
  const runner = source.createQueryRunner();
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  runner.query = (async (...args: unknown[]) => {
    const began = performance.now();
    try {
      return await query(...args);
    } finally {
      log.took(String(args[0]), began);
    }
  }) as typeof runner.query;
  return source;
}

function prepareWriter(connection: Sqlite.Database): void {
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  connection.pragma(`cache_size = -${CACHE_KIB}`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw startErrorOf(error, folder);
  }
}

/** Says in one sentence why a file of the database cannot be used; other errors stay what they are. */
function startErrorOf(error: unknown, file: string): unknown {
  const code = sqliteFaultOf(error) ?? diskFaultOf(error) ?? (error as NodeJS.ErrnoException).code;
  if (error instanceof StartError || !code) return error;
  if (/^SQLITE_BUSY/.test(code))
    return new StartError(`Another program holds a lock on ${file}. End it and start again.`);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return new StartError(`${file} is no sound SQLite database (${code}). Restore it from a backup.`);
  if (/^SQLITE_FULL|ENOSPC|EDQUOT/.test(code))
    return new StartError(`The disk of ${file} is full (${code}). Make room and start again.`);
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR)|^E(ACCES|PERM|ROFS|IO|NOTDIR|EXIST|NOENT)$/.test(code))
    return new StartError(
      `${file} cannot be written (${code}). The data folder must exist on a disk that works, and belong to the user who runs Luntan.`,
    );
  return error;
}

/**
 * Keeps servers away from a database by a file beside it. The operating system gives the lock back when the process dies,
 * however it dies.
 * @throws {DatabaseInUseError} if a server has it
 */
export function lockSqlite(database: string): Sqlite.Database {
  const file = `${database}.lock`;
  let lock: Sqlite.Database | null = null;
  try {
    lock = new Sqlite(file, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    if (!sqliteFaultOf(error)?.startsWith("SQLITE_BUSY")) throw startErrorOf(error, file);
    throw new DatabaseInUseError(
      `Another Luntan server has this database open (${file}). Stop it first: SQLite serves one process.`,
    );
  }
}

function toSqlite(value: SqlValue): unknown {
  if (typeof value === "boolean") return Number(value);
  return value instanceof Date ? sqlTime(value) : value;
}
