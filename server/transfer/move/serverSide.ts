import type { Connection } from "mysql2/promise";
import { COLLATION } from "../../database/collation.ts";
import { addressForPeople, openSession, turnLock } from "../../database/mysqlSession.ts";
import { UNFINISHED_MOVE } from "../../database/unfinishedMove.ts";
import { behind } from "./behind.ts";
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
import { sizeOf, type Row } from "./values.ts";

/** Bytes of one statement that adds rows, at most; escaped texts are up to twice as long. */
const STATEMENT_BYTES = 1_000_000;
/** Number of an error that tells that a row came twice. */
const DUPLICATE = 1062;

/** Tables that only the database of a forum has. */
const FORUM_TABLES = ["migrations", "program_marks", "users"];

const DIALECT: Dialect = {
  id: "bigint PRIMARY KEY AUTO_INCREMENT",
  types: [
    [/^integer/, "bigint"],
    [/^boolean/, "tinyint"],
    [/^text/, "mediumtext"],
  ],
  tail: ` CHARACTER SET utf8mb4 COLLATE ${COLLATION}`,
};

class ServerSide implements Side {
  constructor(
    readonly label: string,
    protected readonly connection: Connection,
  ) {}

  async ask<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.connection.query(sql, values))[0] as T[];
  }

  async tableNames(): Promise<string[]> {
    const names = await this.ask<{ name: string }>(
      `SELECT t.TABLE_NAME AS name FROM information_schema.TABLES t
       WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY t.TABLE_NAME`,
    );
    return names.map(({ name }) => name);
  }

  async table(name: string): Promise<MovedTable> {
    const columns = await this.ask<{ name: string; type: string; nullable: string; computed: string | null }>(
      `SELECT c.COLUMN_NAME AS name, c.COLUMN_TYPE AS type, c.IS_NULLABLE AS nullable, c.GENERATION_EXPRESSION AS computed
       FROM information_schema.COLUMNS c WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME = ?`,
      [name],
    );
    const key = (await this.statistics(name))
      .filter((part) => part.name === "PRIMARY")
      .map((part) => part.col);
    return tableOf(
      name,
      columns
        .filter(({ computed }) => !computed)
        .map(({ name, type, nullable }) => ({
          name,
          type: type.toLowerCase(),
          isNullable: nullable === "YES",
          keyPart: key.indexOf(name) + 1,
        })),
    );
  }

  async indexes(table: string): Promise<Index[]> {
    const parts = (await this.statistics(table)).filter(({ name }) => name !== "PRIMARY");
    return [...new Set(parts.map(({ name }) => name))].map((name) => {
      const own = parts.filter((part) => part.name === name);
      return { name, isUnique: Number(own[0]!.repeats) === 0, columns: own.map(({ col }) => col) };
    });
  }

  private statistics(table: string): Promise<{ name: string; col: string; repeats: number }[]> {
    return this.ask(
      `SELECT s.INDEX_NAME AS name, s.COLUMN_NAME AS col, s.NON_UNIQUE AS repeats FROM information_schema.STATISTICS s
       WHERE s.TABLE_SCHEMA = DATABASE() AND s.TABLE_NAME = ? ORDER BY s.INDEX_NAME, s.SEQ_IN_INDEX`,
      [table],
    );
  }

  async slice(table: MovedTable, after: Row | null, limit: number): Promise<Row[]> {
    const key = keyColumns(table);
    const beyond = after ? behind(key, keyOf(table, after)) : null;
    const where = beyond ? ` WHERE ${beyond.sql}` : "";
    const sql = `SELECT ${columnList(table)} FROM \`${table.name}\`${where} ORDER BY ${key.join(", ")} LIMIT ${limit}`;
    const [raw] = await this.connection.query({ sql, values: beyond?.values, rowsAsArray: true });
    return (raw as unknown as unknown[][]).map((row) => rowOf(table, row));
  }

  async nextIds(): Promise<Map<string, bigint>> {
    // MySQL answers from statistics of yesterday otherwise; MariaDB knows no such variable.
    await this.ask("SET SESSION information_schema_stats_expiry = 0").catch(() => undefined);
    const next = await this.ask<{ name: string; next: number | string }>(
      `SELECT t.TABLE_NAME AS name, t.AUTO_INCREMENT AS next FROM information_schema.TABLES t
       WHERE t.TABLE_SCHEMA = DATABASE() AND t.AUTO_INCREMENT > 1`,
    );
    return new Map(next.map(({ name, next }) => [name, BigInt(next)]));
  }

  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined);
  }
}

class ServerTarget extends ServerSide implements TargetSide {
  readonly dialect = DIALECT;

  async insert(table: MovedTable, rows: readonly Row[]): Promise<void> {
    let part: Row[] = [];
    let bytes = 0;
    for (const row of rows) {
      const size = sizeOf(row);
      if (part.length > 0 && bytes + size > STATEMENT_BYTES) {
        await this.insertTogether(table, part);
        part = [];
        bytes = 0;
      }
      part.push(row);
      bytes += size;
    }
    if (part.length > 0) await this.insertTogether(table, part);
  }

  private async insertTogether(table: MovedTable, rows: readonly Row[]): Promise<void> {
    try {
      await this.connection.query(`INSERT INTO \`${table.name}\` (${columnList(table)}) VALUES ?`, [rows]);
    } catch (error) {
      const { errno, message } = error as { errno?: number; message: string };
      const [, place] = /at row (\d+)/.exec(message) ?? [];
      const row = rows[place ? Number(place) - 1 : 0]!;
      const where =
        place || rows.length === 1 ? rowName(table, row) : `${rowName(table, row)} or a later one`;
      const why = errno === DUPLICATE ? `${message}: to this engine two rows have the same key` : message;
      throw new Error(`${where}: ${why}. Correct it where the forum is now, and run the move again.`, {
        cause: error,
      });
    }
  }

  async run(sql: string): Promise<void> {
    await this.connection.query(sql);
  }

  async setNextId(table: string, next: bigint): Promise<void> {
    await this.run(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${next}`);
  }

  settle(): Promise<void> {
    // Each statement is on the disk once it is answered.
    return Promise.resolve();
  }

  async finish(): Promise<void> {
    await this.run(`DROP TABLE ${UNFINISHED_MOVE}`);
  }
}

/** Opens the database of a forum for reading as of now, and keeps servers from starting on it. */
export function readServer(url: string): Promise<Side> {
  return snapshotOf(url, async (side) => {
    for (const turn of ["move", "migrations"] as const)
      if (!(await take(side, turn)))
        throw new Error(`A server is starting on ${side.label}, or another move reads or fills it.`);
  });
}

/** Opens the database of a forum for reading as of now, while servers go on writing. */
export function watchServer(url: string): Promise<Side> {
  return snapshotOf(url, () => Promise.resolve());
}

async function snapshotOf(url: string, prepare: (side: ServerSide) => Promise<void>): Promise<Side> {
  const connection = await openSession(url);
  try {
    const side = new ServerSide(addressForPeople(url), connection);
    await prepare(side);
    await connection.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    await connection.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    return side;
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Takes a lock that only one process has. @returns false if another one has it */
async function take(side: ServerSide, turn: "move" | "migrations"): Promise<boolean> {
  const [here] = await side.ask<{ name: string }>("SELECT DATABASE() AS name");
  const [lock] = await side.ask<{ isMine: number | null }>("SELECT GET_LOCK(?, 0) AS isMine", [
    turnLock(turn, here!.name),
  ]);
  return Number(lock?.isMine) === 1;
}

/**
 * Opens a database for a forum to come, and marks it.
 * @param isReplacing removes the forum that it holds
 * @returns the side, and whether it held what an unfinished move had left, which is gone
 * @throws {Error} if it holds anything else, or is in use by another move
 */
export async function claimServer(
  url: string,
  mark: string,
  isReplacing: boolean,
): Promise<{ side: TargetSide; isRest: boolean }> {
  const connection = await openSession(url);
  try {
    const side = new ServerTarget(addressForPeople(url), connection);
    if (!(await take(side, "move")))
      throw new Error(
        `Another move reads or fills ${side.label}, or it is the database that the forum runs on.`,
      );
    await connection.query("SET SESSION foreign_key_checks = 0");
    // An id of 0 is one.
    await connection.query("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
    if (isReplacing) await markForum(side, mark);
    const isRest = await emptied(side);
    await connection.query(`${mark} COLLATE ${COLLATION}`);
    return { side, isRest };
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Marks a forum as one that is being replaced, so that its tables go and nothing starts on what is left of it. */
async function markForum(side: ServerTarget, mark: string): Promise<void> {
  const names = await side.tableNames();
  if (FORUM_TABLES.every((name) => names.includes(name)) && !names.includes(UNFINISHED_MOVE))
    await side.run(`${mark} COLLATE ${COLLATION}`);
}

async function emptied(side: ServerTarget): Promise<boolean> {
  const names = await side.tableNames();
  if (names.length === 0) return false;
  if (!names.includes(UNFINISHED_MOVE))
    throw new Error(`${side.label} is not empty: it has ${names.length} tables. Name an empty database.`);
  // The mark goes last, so that this may end at any moment.
  for (const name of names.filter((each) => each !== UNFINISHED_MOVE))
    await side.run(`DROP TABLE \`${name}\``);
  await side.run(`DROP TABLE ${UNFINISHED_MOVE}`);
  return true;
}
