import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DataSource, EntityMetadata, QueryRunner } from "typeorm";
import { migrations } from "../../migrations/index.ts";
import type { Config } from "../config.ts";
import type { Context, Services, SqlValue } from "../core/context.ts";
import { run, select } from "../core/sql.ts";
import { connectMysql } from "../database/mysql.ts";
import { connectSqlite } from "../database/sqlite.ts";
import { features } from "../features.ts";
import { TRIALS } from "./doctorStatements.ts";
import { fail, messageOf, ok, type Finding } from "./findings.ts";

/** Tables that are named; more have the same cause. */
const NAMED_MAX = 5;
/** Refusals that come after a statement was understood: keys, uniqueness, and locks of a server that is running. */
const UNDERSTOOD = new Set<unknown>([1452, 1062, 1205, 1213, 1020]);

/**
 * Reads and writes each table, and runs the statements that are written by hand, in a transaction that is rolled back:
 * a database that takes the schema may still refuse a word or lack a column.
 */
export async function examineTables(config: Config): Promise<Finding[]> {
  const source = await connect(config);
  if (!source) return [];
  try {
    if (!(await isUpToDate(source))) return [];
    const runner = source.createQueryRunner();
    try {
      await runner.startTransaction();
      return await tryAll(source, runner);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  } finally {
    await source.destroy();
  }
}

/** Null if there is no database yet; one that does not answer is another check's finding. */
function connect({ databaseUrl, dataDir }: Config): Promise<DataSource | null> {
  const entities = features.flatMap((feature) => feature.entities ?? []);
  if (databaseUrl) return connectMysql(databaseUrl, entities).catch(() => null);
  const file = join(dataDir, "luntan.db");
  return existsSync(file) ? connectSqlite(file, entities) : Promise.resolve(null);
}

async function isUpToDate(source: DataSource): Promise<boolean> {
  const done = await source
    .query<{ name: string }[]>("SELECT m.name FROM migrations m")
    .catch(() => [] as { name: string }[]);
  return migrations.every((migration) => done.some(({ name }) => name === migration.name));
}

async function tryAll(source: DataSource, runner: QueryRunner): Promise<Finding[]> {
  const ctx = await contextOf(source, runner);
  const tables = source.entityMetadatas.filter(({ tableType }) => tableType === "regular");
  const trials = [
    ...tables.map((table) => ({ table: table.tableName, run: (ctx: Context) => readAndWrite(ctx, table) })),
    ...TRIALS,
  ];
  const faults = new Map<string, string>();
  for (const { table, run } of trials) {
    const fault = await run(ctx).then(() => null, faultOf);
    if (fault !== null && !faults.has(table)) faults.set(table, fault);
  }
  if (faults.size === 0)
    return [
      ok(`tables: ${tables.length} can be read and written, ${TRIALS.length} groups of statements run`),
    ];
  return [...faults]
    .slice(0, NAMED_MAX)
    .map(([table, fault]) => fail(`tables: ${table} cannot be used: ${fault}`, ADVICE));
}

const ADVICE = "grant the account all rights on the database; if columns are missing, restore a backup";

/** Null if the statement was understood and only its values were refused. */
function faultOf(error: unknown): string | null {
  const { errno, code } = (error as { driverError?: { errno?: number; code?: string } }).driverError ?? {};
  if (UNDERSTOOD.has(errno) || code?.startsWith("SQLITE_CONSTRAINT")) return null;
  return messageOf(error);
}

/** Reads all columns as lists do, and writes all of them without any row. */
async function readAndWrite(ctx: Context, { target, tableName, columns }: EntityMetadata): Promise<void> {
  await select(ctx, target as new () => object, "t", `\`${tableName}\` t LIMIT 1`);
  const names = columns.map(({ databaseName }) => `\`${databaseName}\``).join(", ");
  await run(ctx, `INSERT INTO \`${tableName}\` (${names}) SELECT ${names} FROM \`${tableName}\` WHERE 1 = 0`);
}

/** A context with what statements need: the transaction, the engine, the time, and a member as its viewer. */
async function contextOf(source: DataSource, runner: QueryRunner): Promise<Context> {
  const query = (sql: string, values: readonly SqlValue[]) => runner.query(sql, [...values]);
  const [member] = (await runner.query("SELECT u.id FROM users u ORDER BY u.id LIMIT 1").catch(() => [])) as {
    id: number;
  }[];
  const services = {
    database: { engine: source.options.type === "better-sqlite3" ? "sqlite" : "mysql", rows: query },
  } as unknown as Services;
  return {
    requestId: randomUUID(),
    now: new Date(),
    viewer: { id: Number(member?.id ?? 0) },
    services,
    db: runner.manager,
    writing: true,
  } as unknown as Context;
}
