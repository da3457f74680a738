import { existsSync, statSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { fail, ok, warn, type Finding } from "./findings.ts";

/** Size at which the write-ahead log was not folded into the database for long, in bytes; it is limited to 32 MiB. */
const LOG_FILE_MAX = 256 * 1_048_576;

/** Looks for rows that name a row that is not there; the first ends the search. */
export function examineReferences(database: Sqlite.Database): Finding {
  for (const { table, parent } of database
    .prepare<[], { table: string; parent: string }>('SELECT "table", parent FROM pragma_foreign_key_check')
    .iterate())
    return fail(
      `references: a row of ${table} names a row of ${parent} that is not there`,
      "keep the database as it is, restore a backup beside it and compare",
    );
  return ok("references: every row names rows that are there");
}

/** Looks whether the write-ahead log of a database file is folded into it. */
export function examineLogFile(file: string): Finding {
  const bytes = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
  const what = `write-ahead log: ${Math.ceil(bytes / 1_048_576)} MiB`;
  return bytes > LOG_FILE_MAX
    ? warn(what, "end programs that hold the database open, such as viewers of SQLite files")
    : ok(what);
}
