import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { readPhpbb } from "../../../server/transfer/sources/phpbb/read.ts";
import { type Community, databaseOnServer, type Statement } from "../reading.ts";
import { ROWS, TABLES } from "./rows.ts";

/** Statements that make a community of phpBB 3.3, with every trap that old databases hold. */
function statements(): Statement[] {
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

/** Id of the member in place of deleted authors. */
export const GHOST = 10_010;
/** Time at which the first member joined. */
export const BEGINNING = "2021-03-04T04:00:02.000Z";

/** The community in a file of SQLite. */
export const PHPBB: Community = {
  read: readPhpbb,
  files: {
    "files/3_0a": "picture",
    "files/3_0b": "plan",
    "files/3_0c": "secret",
    "files/3_0d": "letter",
    "images/avatars/upload/salt_3.png": "avatar",
  },
  options: { address: "https://old.example.org/bbs" },
  make(root) {
    const url = join(root, "forum.sqlite");
    const file = new Sqlite(url);
    for (const { sql, values } of statements()) file.prepare(sql).run(...(values ?? []));
    file.close();
    return Promise.resolve({ url });
  },
};

/** The community on a server. */
export const PHPBB_ON_SERVER: Community = { ...PHPBB, make: () => databaseOnServer(statements()) };
