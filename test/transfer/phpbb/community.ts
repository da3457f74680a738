import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { ROWS, TABLES } from "./rows.ts";

const FILES: Readonly<Record<string, string>> = {
  "files/3_0a": "picture",
  "files/3_0b": "plan",
  "files/3_0c": "secret",
  "files/3_0d": "letter",
  "images/avatars/upload/salt_3.png": "avatar",
};

/** Statements that make a community of phpBB 3.3, with every trap that old databases hold. */
function statements(): { sql: string; values: readonly unknown[] }[] {
  const tables = Object.entries(TABLES).map(([name, columns]) => ({
    sql: `CREATE TABLE forum_${name} (${columns})`,
    values: [],
  }));
  const rows = Object.entries(ROWS).flatMap(([name, all]) =>
    all.map((row) => ({
      sql: `INSERT INTO forum_${name} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
        .map(() => "?")
        .join(", ")})`,
      values: Object.values(row),
    })),
  );
  return [...tables, ...rows];
}

/** Makes the community in a file of SQLite. */
export function makeFile(location: string): void {
  const file = new Sqlite(location);
  for (const { sql, values } of statements()) file.prepare(sql).run(...values);
  file.close();
}

/** Makes the community in an empty database of a server. */
export async function makeOnServer(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, charset: "utf8mb4" });
  for (const { sql, values } of statements()) await connection.query(sql, [...values]);
  await connection.end();
}

/** Makes the folder of the old site's files. */
export function makeFiles(folder: string): void {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
