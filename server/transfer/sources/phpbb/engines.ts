import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { addressOf, CONNECT_TIMEOUT_MS } from "../../../database/mysqlSession.ts";

/** A row of the source. Columns that its version does not have are missing. */
export type Row = Readonly<Record<string, unknown>>;

/** A database that is read in one snapshot; nothing can be written through it. */
export interface Engine {
  /** Columns by table. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  ask(sql: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens `mysql://user:password@host/database`, or a file of SQLite.
 * @throws {Error} with one sentence if it cannot be read
 */
export function openEngine(from: string): Promise<Engine> {
  return /^(?:mysql|mariadb):/i.test(from) ? openServer(from) : openFile(from.replace(/\?prefix=.*$/, ""));
}

async function openServer(from: string): Promise<Engine> {
  const address = addressOf(from);
  const connection = await createConnection({
    ...address,
    charset: "utf8mb4",
    timezone: "Z",
    dateStrings: true,
    supportBigNumbers: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    flags: ["-LOCAL_FILES"],
  }).catch((error: unknown) => {
    const { code, message } = error as { code?: string; message: string };
    throw new Error(`The database ${address.database} cannot be read (${code ?? message}).`, {
      cause: error,
    });
  });
  const ask = async (sql: string, values: readonly unknown[]): Promise<Row[]> =>
    (await connection.query(sql, [...values]))[0] as Row[];
  try {
    await connection.query("SET SESSION sql_mode = ''");
    await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    await connection.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    const columns = await ask(
      `SELECT c.TABLE_NAME AS tableName, c.COLUMN_NAME AS columnName FROM information_schema.COLUMNS c
       WHERE c.TABLE_SCHEMA = DATABASE()`,
      [],
    );
    return { tables: byTable(columns), ask, close: () => connection.end().catch(() => undefined) };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function openFile(location: string): Promise<Engine> {
  let file: Sqlite.Database | undefined;
  try {
    file = new Sqlite(location, { readonly: true, fileMustExist: true });
    // The first statement that reads begins the snapshot.
    file.exec("BEGIN");
    const columns = file
      .prepare(
        `SELECT t.name AS tableName, c.name AS columnName FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table'`,
      )
      .all() as Row[];
    const open = file;
    return Promise.resolve({
      tables: byTable(columns),
      ask: (sql, values) => Promise.resolve(open.prepare(sql).all(...values) as Row[]),
      close: () => Promise.resolve(void open.close()),
    });
  } catch (error) {
    file?.close();
    const { code, message } = error as { code?: string; message: string };
    return Promise.reject(
      new Error(`The file ${location} cannot be read (${code ?? message}).`, { cause: error }),
    );
  }
}

function byTable(columns: readonly Row[]): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const { tableName, columnName } of columns) {
    const name = String(tableName);
    tables.set(name, (tables.get(name) ?? new Set()).add(String(columnName)));
  }
  return tables;
}
