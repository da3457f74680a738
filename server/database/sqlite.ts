import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { DataSource, type EntityManager, type MixedList } from "typeorm";
import type { Database, SqlValue } from "../core/context.ts";
import { sqlTime } from "../core/sql.ts";
import { ReadableNames } from "./naming.ts";
import { StatementLog } from "./statementLog.ts";

/** Longest wait for a lock held by another process; a longer one would freeze the event loop. */
const BUSY_TIMEOUT_MS = 50;
/** Page cache of each connection, in KiB. */
const CACHE_KIB = 16_384;

/** Pages in the write-ahead log before they are folded into the file: 32 MB, so that few commits wait for it. */
const CHECKPOINT_PAGES = 8_000;

/** What a database is opened with. */
export interface Schema {
  readonly entities: MixedList<new () => object>;
  readonly migrations: MixedList<new () => object>;
}

/** A file that is open already by another server. */
export class DatabaseInUseError extends Error {}

/**
 * The embedded engine: one writer behind a gate and one reader that sees only what is committed.
 *
 * TypeORM shares one connection per DataSource, so concurrent transactions would mix; the gate lets one in at a time.
 */
export class SqliteDatabase implements Database {
  readonly engine = "sqlite";
  private gate: Promise<unknown> = Promise.resolve();
  private readonly statements = new Map<string, Sqlite.Statement>();
  /** The same statements in the mode that gives arrays; the mode belongs to the statement. */
  private readonly rawStatements = new Map<string, Sqlite.Statement>();

  private constructor(
    readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly lock: Sqlite.Database,
    readonly log: StatementLog,
  ) {}

  /**
   * Opens or creates the file, brings it up to date, and keeps other servers out.
   * @throws {DatabaseInUseError} if another server has it open.
   */
  static async open(file: string, schema: Schema): Promise<SqliteDatabase> {
    mkdirSync(dirname(file), { recursive: true });
    const lock = takeLock(`${file}.lock`);
    const log = new StatementLog();
    const common = {
      type: "better-sqlite3" as const,
      database: file,
      entities: schema.entities,
      namingStrategy: new ReadableNames(),
      timeout: BUSY_TIMEOUT_MS,
      synchronize: false,
      logging: true,
      logger: log,
      // Statements repeat; preparing them once is what makes SQLite fast.
      statementCacheSize: 500,
    };
    try {
      const writer = await new DataSource({
        ...common,
        migrations: schema.migrations,
        migrationsTransactionMode: "each",
        prepareDatabase: (connection: Sqlite.Database) => {
          connection.pragma("journal_mode = WAL");
          connection.pragma("synchronous = FULL");
          connection.pragma("foreign_keys = ON");
          connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
          connection.pragma(`cache_size = -${CACHE_KIB}`);
        },
      }).initialize();
      await writer.runMigrations();
      const reader = await new DataSource({
        ...common,
        readonly: true,
        prepareDatabase: (connection: Sqlite.Database) => {
          connection.pragma(`cache_size = -${CACHE_KIB}`);
        },
      }).initialize();
      return new SqliteDatabase(writer, reader, lock, log);
    } catch (error) {
      lock.close();
      throw error;
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
    return statement.all(...values.map(toSqlite)) as T[];
  }

  async tuples(sql: string, values: readonly SqlValue[]): Promise<unknown[][]> {
    this.log.count(sql);
    let statement = this.rawStatements.get(sql);
    if (!statement) {
      statement = connectionOf(this.reader).prepare(sql).raw();
      this.rawStatements.set(sql, statement);
    }
    return statement.all(...values.map(toSqlite)) as unknown[][];
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const turn = this.gate.then(() => this.writer.manager.transaction(work));
    this.gate = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves if the database answers. */
  async ping(): Promise<void> {
    await this.rows("SELECT 1", []);
  }

  /** The version of the engine, for people. */
  async version(): Promise<string> {
    const found = await this.rows<{ version: string }>("SELECT sqlite_version() AS version", []);
    return `SQLite ${found[0]!.version}`;
  }

  /** Waits for running transactions, folds the write-ahead log into the file, and lets go of it. */
  async close(): Promise<void> {
    await this.gate;
    this.statements.clear();
    this.rawStatements.clear();
    await this.reader.destroy();
    connectionOf(this.writer).pragma("wal_checkpoint(TRUNCATE)");
    await this.writer.destroy();
    this.lock.close();
  }
}

function connectionOf(source: DataSource): Sqlite.Database {
  return (source.driver as unknown as { databaseConnection: Sqlite.Database }).databaseConnection;
}

/** A lock that the operating system gives back when the process dies, however it dies. */
function takeLock(file: string): Sqlite.Database {
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch {
    lock.close();
    throw new DatabaseInUseError(
      `Another Luntan server has this database open (${file}). Stop it first: SQLite serves one process.`,
    );
  }
}

function toSqlite(value: SqlValue): unknown {
  if (typeof value === "boolean") return Number(value);
  return value instanceof Date ? sqlTime(value) : value;
}
