import { existsSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { lockSqlite } from "../../database/sqlite.ts";
import { UNFINISHED_MOVE } from "../../database/unfinishedMove.ts";
import {
  columnList,
  keyColumns,
  keyOf,
  rowName,
  rowOf,
  tableOf,
  type Dialect,
  type Index,
  type MovedTable,
  type Side,
  type TargetSide,
} from "./side.ts";
import type { Row } from "./values.ts";

/** Longest wait for a lock of another program, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;
/** Columns that the database computes have these marks. */
const COMPUTED = [2, 3];
/** Broken references that are named. */
const NAMED_MAX = 3;

const DIALECT: Dialect = {
  id: "integer PRIMARY KEY AUTOINCREMENT",
  types: [
    [/^bigint/, "integer"],
    [/^tinyint/, "boolean"],
    [/^mediumtext/, "text"],
  ],
  tail: "",
};

class SqliteSide implements Side {
  readonly label: string;
  private readonly statements = new Map<string, Sqlite.Statement>();

  constructor(
    file: string,
    protected readonly connection: Sqlite.Database,
    private readonly release: () => Promise<void> | void,
  ) {
    this.label = `SQLite (${file})`;
  }

  ask<T>(sql: string): Promise<T[]> {
    return Promise.resolve(this.connection.prepare(sql).all() as T[]);
  }

  async tableNames(): Promise<string[]> {
    const sql =
      "SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY m.name";
    return (await this.ask<{ name: string }>(sql)).map(({ name }) => name);
  }

  async table(name: string): Promise<MovedTable> {
    const columns = await this.ask<{
      name: string;
      type: string;
      required: number;
      pk: number;
      hidden: number;
    }>(`SELECT c.name, c.type, c."notnull" AS required, c.pk, c.hidden FROM pragma_table_xinfo('${name}') c`);
    return tableOf(
      name,
      columns
        .filter(({ hidden }) => !COMPUTED.includes(hidden))
        .map(({ name, type, required, pk }) => ({
          name,
          type: type.toLowerCase(),
          isNullable: required === 0,
          keyPart: pk,
        })),
    );
  }

  async indexes(table: string): Promise<Index[]> {
    const indexes = await this.ask<{ name: string; isUnique: number }>(
      `SELECT i.name, i."unique" AS isUnique FROM pragma_index_list('${table}') i WHERE i.origin = 'c' ORDER BY i.name`,
    );
    return Promise.all(
      indexes.map(async ({ name, isUnique }) => {
        const parts = await this.ask<{ name: string }>(
          `SELECT p.name FROM pragma_index_info('${name}') p ORDER BY p.seqno`,
        );
        return { name, isUnique: isUnique === 1, columns: parts.map((part) => part.name) };
      }),
    );
  }

  slice(table: MovedTable, after: Row | null, limit: number): Promise<Row[]> {
    const key = keyColumns(table);
    const beyond = after ? ` WHERE (${key.join(", ")}) > (${key.map(() => "?").join(", ")})` : "";
    const sql = `SELECT ${columnList(table)} FROM \`${table.name}\`${beyond} ORDER BY ${key.join(", ")} LIMIT ${limit}`;
    const raw = this.prepared(sql, (statement) => statement.raw().safeIntegers()).all(
      ...(after ? keyOf(table, after) : []),
    ) as unknown[][];
    return Promise.resolve(raw.map((row) => rowOf(table, row)));
  }

  async nextIds(): Promise<Map<string, bigint>> {
    const last = await this.ask<{ name: string; seq: number }>(
      "SELECT s.name, s.seq FROM sqlite_sequence s WHERE s.seq > 0",
    );
    return new Map(last.map(({ name, seq }) => [name, BigInt(seq) + 1n]));
  }

  async close(): Promise<void> {
    this.connection.close();
    await this.release();
  }

  protected prepared(
    sql: string,
    adapt: (statement: Sqlite.Statement) => Sqlite.Statement,
  ): Sqlite.Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = adapt(this.connection.prepare(sql))));
    return statement;
  }
}

class SqliteTarget extends SqliteSide implements TargetSide {
  readonly dialect = DIALECT;

  insert(table: MovedTable, rows: readonly Row[]): Promise<void> {
    const marks = table.columns.map(() => "?").join(", ");
    const sql = `INSERT INTO \`${table.name}\` (${columnList(table)}) VALUES (${marks})`;
    const statement = this.prepared(sql, (made) => made);
    this.connection
      .transaction(() => {
        for (const row of rows) {
          try {
            statement.run(...row);
          } catch (error) {
            throw new Error(`${rowName(table, row)}: ${(error as Error).message}`, { cause: error });
          }
        }
      })
      .immediate();
    return Promise.resolve();
  }

  run(sql: string): Promise<void> {
    this.connection.exec(sql);
    return Promise.resolve();
  }

  setNextId(table: string, next: bigint): Promise<void> {
    this.connection.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(table);
    this.connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(table, next - 1n);
    return Promise.resolve();
  }

  settle(): Promise<void> {
    const broken = this.connection.pragma("foreign_key_check") as {
      table: string;
      rowid: number;
      parent: string;
    }[];
    if (broken.length > 0) {
      const names = broken
        .slice(0, NAMED_MAX)
        .map(({ table, rowid, parent }) => `${table} ${rowid} → ${parent}`);
      throw new Error(
        `Rows refer to rows that are not there: ${names.join(", ")}. Correct them, and move again.`,
      );
    }
    this.connection.pragma("wal_checkpoint(TRUNCATE)");
    this.connection.pragma("synchronous = FULL");
    return Promise.resolve();
  }

  finish(): Promise<void> {
    this.connection.exec(`DROP TABLE ${UNFINISHED_MOVE}`);
    this.connection.pragma("wal_checkpoint(TRUNCATE)");
    return Promise.resolve();
  }
}

/** Opens the file of a forum for reading as of now, and keeps servers away. @throws {StartError} if a server has it */
export function readSqlite(file: string): Side {
  requireForum(file);
  const lock = lockSqlite(file);
  try {
    return snapshotOf(file, () => void lock.close());
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Opens the file of a forum for reading as of now, while a server goes on writing. @throws {Error} if there is none */
export function watchSqlite(file: string): Side {
  requireForum(file);
  return snapshotOf(file, () => undefined);
}

function requireForum(file: string): void {
  if (!existsSync(file))
    throw new Error(
      `There is no forum here: ${file} does not exist. DATA_DIR names its folder, DATABASE_URL its database.`,
    );
}

function snapshotOf(file: string, release: () => void): Side {
  const connection = new Sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec("BEGIN");
    // The first read fixes the moment.
    connection.exec("SELECT 1 FROM sqlite_master LIMIT 1");
    return new SqliteSide(file, connection, release);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Makes sure that a file is there for a forum to come, and marks it.
 * @returns true if it held what an unfinished move had left, which is gone
 * @throws {Error} if it holds anything else
 */
export function claimSqlite(file: string, mark: string): boolean {
  const lock = lockSqlite(file);
  try {
    const isRest = emptied(file);
    const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      connection.exec(mark);
    } finally {
      connection.close();
    }
    return isRest;
  } finally {
    lock.close();
  }
}

function emptied(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  let names: string[];
  try {
    names = connection
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
  } finally {
    connection.close();
  }
  if (names.length === 0) return false;
  if (!names.includes(UNFINISHED_MOVE))
    throw new Error(
      `${file} holds a database already. Move it to another folder (with ${file}-wal if there is one) first.`,
    );
  for (const ending of ["-wal", "-shm", ""]) rmSync(file + ending, { force: true });
  return true;
}

/** Opens a file into which a forum is written. @param database the same as the program has it open, which keeps servers away */
export function fillSqlite(file: string, database: { close(): Promise<void> }): TargetSide {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  // A power failure may take what is written before the end; the mark stays until all of it is on the disk.
  connection.pragma("synchronous = NORMAL");
  connection.pragma("foreign_keys = OFF");
  return new SqliteTarget(file, connection, () => database.close());
}
