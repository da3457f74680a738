import { setTimeout as wait } from "node:timers/promises";
import { createConnection, createPool, type Pool, type PoolConnection, type PoolOptions } from "mysql2";
import { DataSource, type EntityManager, type QueryRunner, type ReplicationMode } from "typeorm";
import type { Database, SqlValue } from "../core/context.ts";
import type { Logger } from "../core/logger.ts";
import { sqlTime } from "../core/sql.ts";
import { StartError } from "../core/startError.ts";
import { type Ask, checkCollation, COLLATION } from "./collation.ts";
import { ReadableNames } from "./naming.ts";
import {
  addressOf,
  checkVersion,
  CONNECT_TIMEOUT_MS,
  SESSION,
  turnLock,
  versionOf,
  type Address,
} from "./mysqlSession.ts";
import { awayCode, Outage } from "./outage.ts";
import { PoolUse } from "./poolUse.ts";
import { migrate, type Schema } from "./schema.ts";
import { StatementLog } from "./statementLog.ts";

/** Connections of one process. */
const POOL_SIZE = 10;
/** A transaction that met a deadlock runs again at most this often. */
const TRIES_MAX = 10;
/** Longest pause before the second try, in milliseconds; it doubles with each try, up to a limit. */
const PAUSE_MS = 20;
const PAUSE_MAX_MS = 500;
/** Deadlock, lock wait timeout, record changed (MariaDB ≥ 11.6.2): the whole transaction runs again. */
const RETRIED = new Set([1213, 1205, 1020]);
/** Longest wait for another server that is migrating. */
const MIGRATION_WAIT_SECONDS = 120;

/** A server that is starting is waited for so long, unless the address says otherwise. */
const START_WAIT_SECONDS = 60;
/** Between two tries to reach it, and between two lines that say so. */
const START_TRY_MS = 500;
const START_SAY_MS = 5_000;
/** A server that was not reached in time; the message is for the operator. */
export class DatabaseAwayError extends StartError {}

type MysqlOptions = Extract<ConstructorParameters<typeof DataSource>[0], { type: "mysql" | "mariadb" }>;

/** A DataSource whose ids are BIGINT and whose texts are MEDIUMTEXT, where SQLite has INTEGER and TEXT. */
class MysqlDataSource extends DataSource {
  /** Hears of statements that fail because the server is away, reads of the entity manager among them. */
  outage: Outage | null = null;
  /** Times statements, with their wait for a connection. */
  statements: StatementLog | null = null;

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = (async (...args: unknown[]) => {
      this.outage?.guard();
      const began = performance.now();
      try {
        return await query(...args);
      } catch (error) {
        throw this.outage?.refusal(error) ?? error;
      } finally {
        this.statements?.took(String(args[0]), began);
      }
    }) as QueryRunner["query"];
    return runner;
  }

  protected override async buildMetadatas(): Promise<void> {
    await super.buildMetadatas();
    for (const column of this.entityMetadatas.flatMap((metadata) => metadata.columns)) {
      if (column.type === "text") column.type = "mediumtext";
      if (column.type === "integer") {
        column.type = "bigint";
        column.transformer = {
          to: (value: number | null | undefined) => value,
          from: (value: string | null) => (value === null ? null : Number(value)),
        };
      }
    }
  }
}

/** MySQL ≥ 8 or MariaDB ≥ 10.6 behind a pool; READ COMMITTED, UTC, binary collation. */
export class MysqlDatabase implements Database {
  readonly engine = "mysql";
  readonly indexFile = null;

  private constructor(
    private readonly source: DataSource,
    private readonly pool: Pool,
    private readonly serverVersion: string,
    readonly log: StatementLog,
    private readonly outage: Outage,
    /** Use of its connections. */
    readonly connections: PoolUse,
  ) {}

  /**
   * Connects, asks which server it is, and brings the schema up to date; servers that start together take turns. A
   * server that does not answer yet is waited for.
   * @param url mysql://user:password@host:port/database, or ?socketPath=…; ?waitSeconds=… for another wait than 60 s
   * @throws {DatabaseAwayError} if the server cannot be reached; {CollationError} if tables compare texts otherwise;
   *   {StartError} if it is too old.
   */
  static async open(url: string, schema: Schema): Promise<MysqlDatabase> {
    const address = addressOf(url);
    const serverVersion = await untilReached(url, address, schema.log);
    checkVersion(serverVersion);
    const log = new StatementLog(schema.log, schema.slowStatementMs);
    await inMigrationTurn(address, async (ask) => {
      // New tables inherit it. Connections learn it when they begin, so it comes before all of them; where the account may
      // not, each table is named.
      const alter = `ALTER DATABASE \`${address.database.replaceAll("`", "``")}\` COLLATE ${COLLATION}`;
      await ask(alter).catch(() => undefined);
    });
    const source = await new MysqlDataSource({
      ...optionsOf(address, serverVersion, schema.entities),
      migrations: [...schema.migrations],
      migrationsTransactionMode: "none",
      logging: true,
      logger: log,
      poolSize: POOL_SIZE,
      extra: { connectionLimit: POOL_SIZE, waitForConnections: true, queueLimit: 0, flags: ["-LOCAL_FILES"] },
    }).initialize();
    const { pool } = source.driver as unknown as { pool: Pool };
    const connections = new PoolUse(pool);
    try {
      await inMigrationTurn(address, async (ask) => {
        await migrate(source, schema);
        await checkCollation(ask);
      });
    } catch (error) {
      await source.destroy();
      throw error;
    }
    const outage = new Outage(() => answers(pool), schema.log);
    source.outage = outage;
    source.statements = log;
    return new MysqlDatabase(source, pool, serverVersion, log, outage, connections);
  }

  get manager(): EntityManager {
    return this.source.manager;
  }

  async rows<T>(sql: string, values: readonly SqlValue[]): Promise<T[]> {
    this.log.count(sql);
    return (await this.read({ sql, values: values.map(toMysql) })) as T[];
  }

  async tuples(sql: string, values: readonly SqlValue[]): Promise<unknown[][]> {
    this.log.count(sql);
    return (await this.read({ sql, values: values.map(toMysql), rowsAsArray: true })) as unknown[][];
  }

  /** Reads; on another connection if the first one had ended unnoticed. */
  private async read(statement: Statement): Promise<unknown> {
    this.outage.guard();
    const began = performance.now();
    try {
      return await query(this.pool, statement);
    } catch (error) {
      if (awayCode(error) === null) throw error;
    } finally {
      this.log.took(statement.sql, began);
    }
    try {
      return await query(this.pool, statement);
    } catch (error) {
      throw this.outage.refusal(error);
    }
  }

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      this.outage.guard();
      const runner = this.source.createQueryRunner();
      try {
        await runner.startTransaction();
        const result = await work(runner.manager);
        await runner.commitTransaction();
        return result;
      } catch (error) {
        // Explicit, since a lock wait timeout alone undoes only the last statement.
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        if (attempt >= TRIES_MAX || !RETRIED.has(errnoOf(error))) throw this.outage.refusal(error);
      } finally {
        await runner.release();
      }
      // At random, since transactions that met in a deadlock meet again when they wait equally long.
      await wait(Math.random() * Math.min(PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS));
    }
  }

  /** Resolves if the database answers. */
  async ping(): Promise<void> {
    await this.rows("SELECT 1", []);
  }

  /** The version of the server, for people. */
  version(): Promise<string> {
    const name = /mariadb/i.test(this.serverVersion) ? "MariaDB" : "MySQL";
    return Promise.resolve(`${name} ${this.serverVersion.replace(/-MariaDB.*/i, "")}`);
  }

  /** Gives all connections back. */
  async close(): Promise<void> {
    this.outage.stop();
    await this.source.destroy();
  }
}

/** Connects with the program's entities and settings, without changing anything: for `luntan doctor`. */
export async function connectMysql(url: string, entities: Schema["entities"]): Promise<DataSource> {
  const address = addressOf(url);
  const source = new MysqlDataSource(optionsOf(address, await versionOf(address), entities));
  return source.initialize();
}

function optionsOf(address: Address, serverVersion: string, entities: Schema["entities"]): MysqlOptions {
  return {
    type: /mariadb/i.test(serverVersion) ? "mariadb" : "mysql",
    driver: { createPool: preparedPool },
    ...address,
    username: address.user,
    entities,
    namingStrategy: new ReadableNames(),
    synchronize: false,
    charset: COLLATION,
    timezone: "Z",
    connectTimeout: CONNECT_TIMEOUT_MS,
    supportBigNumbers: true,
    bigNumberStrings: false,
  };
}

interface Statement {
  readonly sql: string;
  readonly values: unknown[];
  readonly rowsAsArray?: boolean;
}

function query(pool: Pool, statement: Statement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pool.query(statement, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

async function answers(pool: Pool): Promise<void> {
  await query(pool, { sql: "SELECT 1", values: [] });
}

/** A pool whose connections are prepared before anybody else's first statement; one that cannot be is not used. */
function preparedPool(options: PoolOptions): Pool {
  const pool = createPool(options);
  pool.on("connection", (connection: PoolConnection) => {
    for (const statement of SESSION)
      connection.query(statement, (error) => {
        if (error) connection.destroy();
      });
  });
  return pool;
}

/** Waits until the server lets us in and gives its version; says every few seconds what it waits for. */
async function untilReached(url: string, address: Address, report: Logger): Promise<string> {
  const given = new URL(url).searchParams.get("waitSeconds");
  const longestMs = (given === null ? START_WAIT_SECONDS : Number(given) || 0) * 1_000;
  const where = address.socketPath ?? `${address.host}:${address.port}`;
  const began = performance.now();
  for (let saidAt = -Infinity; ; await wait(START_TRY_MS)) {
    try {
      return await versionOf(address);
    } catch (error) {
      const code = awayCode(error);
      if (code === null) throw error;
      const waited = performance.now() - began;
      const seconds = Math.round(longestMs / 1_000);
      if (waited >= longestMs)
        throw new DatabaseAwayError(
          `The database at ${where} did not answer within ${seconds} seconds (${code}). Is it running, and is DATABASE_URL right?`,
          { cause: error },
        );
      if (waited - saidAt < START_SAY_MS) continue;
      saidAt = waited;
      const progress = `${Math.round(waited / 1_000)} of ${seconds} seconds`;
      report.warn({ reason: code }, `waiting for the database at ${where} (${progress})`);
    }
  }
}

/** DDL commits by itself here, so a lock on a connection of its own keeps two servers from migrating at once. */
async function inMigrationTurn(address: Address, work: (ask: Ask) => Promise<void>): Promise<void> {
  const connection = createConnection(address).promise();
  const ask: Ask = async <T>(sql: string, values?: unknown[]) =>
    (await connection.query(sql, values))[0] as T[];
  try {
    const [turn] = await ask<{ isMine: number | null }>("SELECT GET_LOCK(?, ?) AS isMine", [
      turnLock("migrations", address.database),
      MIGRATION_WAIT_SECONDS,
    ]);
    if (Number(turn?.isMine) !== 1)
      throw new Error(
        "Another server has been migrating or moving this database for two minutes; start again later.",
      );
    await work(ask);
  } finally {
    await connection.end().catch(() => undefined);
  }
}

function errnoOf(error: unknown): number {
  const holder = error as { errno?: number; driverError?: { errno?: number } };
  return holder.errno ?? holder.driverError?.errno ?? 0;
}

function toMysql(value: SqlValue): unknown {
  return value instanceof Date ? sqlTime(value) : value;
}
