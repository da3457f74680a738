import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type DumpTable, loadPostgresDump } from "../dumps/postgresDump.ts";
import type { Row } from "../sqlSource.ts";
import { jsonOf } from "../values.ts";
import type { NodebbObjects } from "./objects.ts";
import { problem } from "../../problems.ts";

/** Tables of NodeBB on PostgreSQL: all objects are in a few of them. */
const TABLES = {
  legacy_hash: { columns: ["_key", "data"], key: ["_key"] },
  legacy_zset: { columns: ["_key", "value", "score"], key: ["_key", "value"] },
  legacy_set: { columns: ["_key", "member"], key: ["_key", "member"] },
} satisfies Record<string, DumpTable>;

/**
 * Adds the objects of a plain dump of PostgreSQL.
 * @throws {Error} with one sentence if it is no dump, or none of NodeBB
 */
export async function loadPostgresObjects(
  from: string,
  folder: string,
  objects: NodebbObjects,
  tell: (line: string) => void,
): Promise<void> {
  const location = join(folder, ".dump.db");
  await loadPostgresDump(from, TABLES, location, tell);
  const file = new Sqlite(location, { readonly: true });
  try {
    const isThere = file.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").pluck();
    for (const table of Object.keys(TABLES))
      if (isThere.get(table) === undefined)
        throw problem("OTHER_FILE", from, "NodeBB", { zh: `表 ${table}`, en: `table ${table}` });
    for (const row of rowsOf(file, "SELECT _key AS name, data FROM legacy_hash")) {
      const fields = jsonOf(String(row["data"]));
      if (fields !== null && typeof fields === "object") objects.addHash(String(row["name"]), fields as Row);
    }
    for (const row of rowsOf(file, "SELECT _key AS name, value, score FROM legacy_zset"))
      objects.addMember(String(row["name"]), String(row["value"]), Number(row["score"]));
    for (const row of rowsOf(file, "SELECT _key AS name, member AS value FROM legacy_set"))
      objects.addMember(String(row["name"]), String(row["value"]), 0);
  } finally {
    file.close();
    rmSync(location, { force: true });
  }
}

function rowsOf(file: Sqlite.Database, sql: string): IterableIterator<Row> {
  return file.prepare(sql).iterate() as IterableIterator<Row>;
}
