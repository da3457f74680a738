import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createConnection, type Connection } from "mysql2/promise";
import { CONTENT } from "./contentRows.ts";
import { OTHERS } from "./otherRows.ts";
import { PEOPLE } from "./peopleRows.ts";
import type { Values } from "./rows.ts";

const FILES: Readonly<Record<string, string>> = {
  "public/attachments/2021/03/04/a.png": "picture a",
  "public/attachments/2021/03/04/b.jpg": "picture b",
  "public/attachments/2021/03/04/plan.pdf": "plan",
  "public/attachments/2021/03/04/c.gif": "picture c",
  "public/attachments/2021/03/04/card.png": "card",
  "public/avatars/000/00/00/01.png": "avatar",
  "public/logo.png": "logo",
};

/** Makes a community of Discuz! Q 3 in an empty database, with every trap that old databases hold. */
export async function makeCommunity(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true, charset: "utf8mb4" });
  // Zero dates come from servers that allowed them; PHP wrote in the zone of its server.
  await connection.query("SET SESSION sql_mode = '', time_zone = '+08:00'");
  await connection.query(readFileSync(new URL("schema.sql", import.meta.url), "utf8"));
  for (const tables of [PEOPLE, CONTENT, OTHERS])
    for (const [table, rows] of Object.entries(tables))
      for (const row of rows) await insert(connection, table, row);
  await connection.end();
}

async function insert(connection: Connection, table: string, row: Values): Promise<void> {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  await connection.query(`INSERT INTO pre_${table} (${names.join(", ")}) VALUES (?)`, [Object.values(row)]);
}

/** Makes the folder of the old site's files. */
export function makeFiles(folder: string): void {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Sums of all tables of a database, by which a change is noticed. */
export async function checksums(url: string): Promise<unknown> {
  const connection = await createConnection(url);
  const [tables] = await connection.query("SHOW TABLES");
  const names = (tables as object[]).map((row) => `\`${String(Object.values(row)[0])}\``);
  const [sums] = await connection.query(`CHECKSUM TABLE ${names.join(", ")}`);
  await connection.end();
  return sums;
}
