import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { pino } from "pino";
import { loadConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/database/open.ts";
import { timed } from "./profile.ts";

/**
 * Migrated databases that forums under test begin with, as copies: the migrations run once per process and engine
 * instead of once per forum. `test/migrations.test.ts` runs them as operators do.
 */
const TEMPLATE_FOLDER = mkdtempSync(join(tmpdir(), "luntan-template-"));
process.once("exit", () => rmSync(TEMPLATE_FOLDER, { recursive: true, force: true }));

/** Data folders of forums that wait for the disk at each commit, as forums of operators do. */
const durable = new Set<string>();
const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (source, options): unknown {
  const waits = source !== "synchronous = FULL" || durable.has(dirname(this.name));
  return pragma.call(this, waits ? source : "synchronous = OFF", options);
};

/**
 * Makes a forum wait for the disk. Others under test do not, which took a third of the suite's time; what is left after a
 * crash is proven by programs of their own.
 */
export function waitForDisk(dataDir: string): void {
  durable.add(dataDir);
}

/** Forums under test call nobody outside: tests of previews switch them on, and have pages of their own. */
const WITHOUT_PREVIEWS = "INSERT INTO settings (tag, `key`, value) VALUES ('default', 'link_previews', '0')";

let sqliteTemplate: Promise<string> | undefined;
const serverTemplates = new Map<string, Promise<ServerTemplate>>();
let copies = 0;

/** Puts a migrated database of SQLite into a data folder; one that has a database keeps it. */
export async function copySqliteTemplate(dataDir: string): Promise<void> {
  sqliteTemplate ??= timed("migrations", async () => {
    await migrate(TEMPLATE_FOLDER, undefined);
    const file = join(TEMPLATE_FOLDER, "luntan.db");
    const database = new Sqlite(file);
    database.exec(WITHOUT_PREVIEWS);
    database.close();
    return file;
  });
  const file = join(dataDir, "luntan.db");
  if (!existsSync(file)) copyFileSync(await sqliteTemplate, file);
}

/** A database that a forum under test uses, and gives back when it closes. */
export interface BorrowedDatabase {
  readonly url: string;
  /** Ends the use; the next forum gets the database with its first rows alone. */
  drop(): Promise<void>;
}

interface ServerTemplate {
  readonly name: string;
  /** Statements that copy the tables and their rows into the database in use. */
  readonly copying: string;
  readonly tables: readonly string[];
  /** Tables that have rows after the migrations. */
  readonly filled: ReadonlySet<string>;
  /** Digest of all columns, keys and triggers. */
  readonly digest: string;
  /** Names of databases that no forum uses at the moment. */
  readonly free: string[];
}

/**
 * Gives a migrated database of MariaDB or MySQL: one that an earlier forum has given back, emptied, or a new copy.
 * @param server address without a database name
 */
export async function borrowServerDatabase(server: string): Promise<BorrowedDatabase> {
  let making = serverTemplates.get(server);
  if (!making) serverTemplates.set(server, (making = timed("migrations", () => makeServerTemplate(server))));
  const template = await making;
  const name = await timed("databases", () => prepareDatabase(server, template));
  let isLent = true;
  const drop = async (): Promise<void> => {
    // A forum that is closed twice gives back once: the database may be somebody else's by then.
    if (isLent) template.free.push(name);
    isLent = false;
  };
  return { url: `${server}/${name}`, drop };
}

async function prepareDatabase(server: string, template: ServerTemplate): Promise<string> {
  const connection = await createConnection({ uri: server, multipleStatements: true });
  try {
    for (let name = template.free.pop(); name; name = template.free.pop()) {
      await connection.query(`USE ${name}; SET foreign_key_checks = 0`);
      if ((await digestOf(connection, name)) === template.digest) {
        await emptyDatabase(connection, template);
        return name;
      }
      // A test has changed its tables.
      await dropDatabase(connection, name);
    }
    const name = `luntan_${process.pid}_copy_${++copies}`;
    await connection.query(
      `CREATE DATABASE ${name} CHARACTER SET utf8mb4; USE ${name}; SET foreign_key_checks = 0; ${template.copying}`,
    );
    return name;
  } finally {
    await connection.end();
  }
}

/**
 * Drops a database of a server that belongs to the tests. A table that a killed program is still creating can leave a
 * file in the folder of the database, which the server then cannot remove; the folder goes with the server.
 */
export async function dropDatabase(connection: Connection, name: string): Promise<void> {
  try {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ER_DB_DROP_RMDIR") throw error;
  }
}

/** Gives the statements that make the triggers of the database in use. */
async function triggersOf(connection: Connection): Promise<string[]> {
  const [triggers] = await connection.query<RowDataPacket[]>("SHOW TRIGGERS");
  return Promise.all(
    (triggers as { Trigger: string }[]).map(async ({ Trigger }) => {
      const [[definition]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TRIGGER \`${Trigger}\``);
      return definition!["SQL Original Statement"] as string;
    }),
  );
}

/** Brings the tables of the database in use to their first rows, ids included. */
async function emptyDatabase(connection: Connection, template: ServerTemplate): Promise<void> {
  const asked = template.tables.map((table) => `SELECT '${table}' AS name FROM \`${table}\` LIMIT 1`);
  const [rows] = await connection.query<RowDataPacket[]>(asked.map((sql) => `(${sql})`).join(" UNION ALL "));
  const touched = new Set([...(rows as { name: string }[]).map(({ name }) => name), ...template.filled]);
  const statements = [...touched].flatMap((table) => [
    `TRUNCATE TABLE \`${table}\``,
    ...(template.filled.has(table)
      ? [`INSERT INTO \`${table}\` SELECT * FROM ${template.name}.\`${table}\``]
      : []),
  ]);
  await connection.query(statements.join(";\n"));
}

/** Gives a digest of what the tables are made of, which tells whether a test has changed them. */
async function digestOf(connection: Connection, database: string): Promise<string> {
  const [columns] = await connection.query<RowDataPacket[]>(
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    [database],
  );
  const [indexes] = await connection.query<RowDataPacket[]>(
    `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, NON_UNIQUE FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
    [database],
  );
  const [triggers] = await connection.query<RowDataPacket[]>(
    "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?",
    [database],
  );
  return createHash("sha256")
    .update(JSON.stringify([columns, indexes, triggers]))
    .digest("hex");
}

/** Migrates a database of its own and writes down how it is copied. */
async function makeServerTemplate(server: string): Promise<ServerTemplate> {
  const name = `luntan_${process.pid}_template`;
  const connection = await createConnection(server);
  try {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await migrate(TEMPLATE_FOLDER, `${server}/${name}`);
    await connection.query(`USE ${name}`);
    await connection.query(WITHOUT_PREVIEWS);
    const [found] = await connection.query<RowDataPacket[]>(
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
      [name],
    );
    const tables = (found as { name: string }[]).map((row) => row.name);
    const filled = new Set<string>();
    const copying: string[] = [];
    for (const table of tables) {
      const [[definition]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
      copying.push(definition!["Create Table"] as string);
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT 1 FROM \`${table}\` LIMIT 1`);
      if (rows.length === 0) continue;
      filled.add(table);
      copying.push(`INSERT INTO \`${table}\` SELECT * FROM ${name}.\`${table}\``);
    }
    copying.push(...(await triggersOf(connection)));
    const digest = await digestOf(connection, name);
    return { name, copying: copying.join(";\n"), tables, filled, digest, free: [] };
  } finally {
    await connection.end();
  }
}

async function migrate(dataDir: string, url: string | undefined): Promise<void> {
  const { version } = loadConfig({ NODE_ENV: "test", DATA_DIR: dataDir });
  const log = pino({ level: "silent" });
  const database = await openDatabase({ url, dataDir, entities: [], version, force: false, log });
  await database.close();
}
