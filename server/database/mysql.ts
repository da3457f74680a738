import { setTimeout as wait } from "node:timers/promises";
import { createConnection, type Pool, type PoolConnection } from "mysql2";
import { DataSource, type EntityManager } from "typeorm";
import type { Database, SqlValue } from "../core/context.ts";
import { sqlTime } from "../core/sql.ts";
import { ReadableNames } from "./naming.ts";
import { migrate as migrateSchema, type Schema } from "./schema.ts";
import { StatementLog } from "./statementLog.ts";

/** Connections of one process. */
const POOL_SIZE = 10;
/** A transaction that met a deadlock runs again at most this often. */
const TRIES_MAX = 5;
/** Deadlock, lock wait timeout, record changed (MariaDB ≥ 11.6.2): the whole transaction runs again. */
const RETRIED = new Set([1213, 1205, 1020]);
/** Longest wait for another server that is migrating. */
const MIGRATION_WAIT_SECONDS = 120;
const MIGRATION_LOCK = "luntan_migrations";

/** A DataSource whose ids are BIGINT and whose texts are MEDIUMTEXT, where SQLite has INTEGER and TEXT. */
class MysqlDataSource extends DataSource {
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

  private constructor(
    private readonly source: DataSource,
    private readonly pool: Pool,
    private readonly serverVersion: string,
    readonly log: StatementLog,
  ) {}

  /**
   * Connects, asks which server it is, and brings the schema up to date; servers that start together take turns.
   * @param url mysql://user:password@host:port/database, or ?socketPath=…
   * @throws {Error} if the server is too old.
   */
  static async open(url: string, schema: Schema): Promise<MysqlDatabase> {
    const address = addressOf(url);
    const serverVersion = await versionOf(address);
    checkVersion(serverVersion);
    const log = new StatementLog();
    const source = await new MysqlDataSource({
      type: /mariadb/i.test(serverVersion) ? "mariadb" : "mysql",
      ...address,
      username: address.user,
      entities: schema.entities,
      migrations: [...schema.migrations],
      migrationsTransactionMode: "none",
      namingStrategy: new ReadableNames(),
      synchronize: false,
      logging: true,
      logger: log,
      charset: "utf8mb4_bin",
      timezone: "Z",
      supportBigNumbers: true,
      bigNumberStrings: false,
      poolSize: POOL_SIZE,
      extra: { connectionLimit: POOL_SIZE, waitForConnections: true, queueLimit: 0, flags: ["-LOCAL_FILES"] },
    }).initialize();
    const pool = (source.driver as unknown as { pool: Pool }).pool;
    pool.on("connection", (connection: PoolConnection) => {
      connection.query(
        "SET SESSION transaction_isolation = 'READ-COMMITTED', time_zone = '+00:00'",
        () => undefined,
      );
      connection.query("SET SESSION innodb_lock_wait_timeout = 5", () => undefined);
      connection.query(
        "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
        () => undefined,
      );
    });
    try {
      await migrate(source, address, schema);
    } catch (error) {
      // Open connections would keep the process alive.
      await source.destroy();
      throw error;
    }
    return new MysqlDatabase(source, pool, serverVersion, log);
  }

  get manager(): EntityManager {
    return this.source.manager;
  }

  rows<T>(sql: string, values: readonly SqlValue[]): Promise<T[]> {
    this.log.count(sql);
    return new Promise((resolve, reject) => {
      this.pool.query(sql, values.map(toMysql), (error, found) =>
        error ? reject(error) : resolve(found as T[]),
      );
    });
  }

  tuples(sql: string, values: readonly SqlValue[]): Promise<unknown[][]> {
    this.log.count(sql);
    return new Promise((resolve, reject) => {
      this.pool.query({ sql, values: values.map(toMysql), rowsAsArray: true }, (error, found) =>
        error ? reject(error) : resolve(found as unknown as unknown[][]),
      );
    });
  }

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const runner = this.source.createQueryRunner();
      try {
        await runner.startTransaction("READ COMMITTED");
        const result = await work(runner.manager);
        await runner.commitTransaction();
        return result;
      } catch (error) {
        // Explicit, since a lock wait timeout alone undoes only the last statement.
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        if (attempt >= TRIES_MAX || !RETRIED.has(errnoOf(error))) throw error;
      } finally {
        await runner.release();
      }
      await wait(5 * attempt + Math.random() * 20);
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
    await this.source.destroy();
  }
}

interface Address {
  readonly host?: string;
  readonly port?: number;
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

function addressOf(url: string): Address {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const socketPath = searchParams.get("socketPath") ?? undefined;
  return {
    ...(socketPath ? { socketPath } : { host: hostname, port: port ? Number(port) : 3306 }),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

async function versionOf(address: Address): Promise<string> {
  const connection = createConnection(address).promise();
  try {
    const [found] = await connection.query("SELECT VERSION() AS version");
    return (found as { version: string }[])[0]!.version;
  } finally {
    await connection.end().catch(() => undefined);
  }
}

function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const maria = /mariadb/i.test(version);
  const fits = maria ? major > 10 || (major === 10 && minor >= 6) : major >= 8;
  if (!fits) throw new Error(`Luntan needs MariaDB 10.6 or MySQL 8.0 or newer; this server is ${version}.`);
}

/** DDL commits by itself here, so a lock on a connection of its own keeps two servers from migrating at once. */
async function migrate(source: DataSource, address: Address, schema: Schema): Promise<void> {
  const connection = createConnection(address).promise();
  try {
    await connection.query("SELECT GET_LOCK(?, ?)", [MIGRATION_LOCK, MIGRATION_WAIT_SECONDS]);
    // Tables inherit it: equality is by code point on both engines, whatever the server's default.
    await connection.query(`ALTER DATABASE ${connection.escapeId(address.database)} COLLATE utf8mb4_bin`);
    await migrateSchema(source, schema);
  } finally {
    await connection.end();
  }
}

function errnoOf(error: unknown): number {
  const holder = error as { errno?: number; driverError?: { errno?: number } };
  return holder.errno ?? holder.driverError?.errno ?? 0;
}

function toMysql(value: SqlValue): unknown {
  return value instanceof Date ? sqlTime(value) : value;
}
