import Sqlite from "better-sqlite3";
import { FILES_PATH } from "../../features/attachments/attachment.entity.ts";
import type { MovedTable } from "../move/side.ts";
import type { Row } from "../move/values.ts";

/** Columns that name stored files, with what has to be cut from them. */
export const FILE_COLUMNS = [
  { table: "attachments", column: "path", prefix: "" },
  { table: "attachments", column: "thumbPath", prefix: "" },
  { table: "users", column: "avatarUrl", prefix: FILES_PATH },
] as const;

/** Stored files that rows name and that are not in a backup yet; on the disk, since there may be more than fit into memory. */
export class NamedFiles {
  private readonly file = new Sqlite("");
  private readonly insert: Sqlite.Statement<[string]>;
  private readonly remove: Sqlite.Statement<[string]>;

  constructor() {
    this.file.pragma("synchronous = OFF");
    this.file.exec("CREATE TABLE paths (path text NOT NULL PRIMARY KEY) WITHOUT ROWID");
    this.insert = this.file.prepare("INSERT OR IGNORE INTO paths (path) VALUES (?)");
    this.remove = this.file.prepare("DELETE FROM paths WHERE path = ?");
  }

  /** Takes the files in that rows name. */
  note({ name, columns }: MovedTable, rows: readonly Row[]): void {
    for (const { table, column, prefix } of FILE_COLUMNS) {
      if (table !== name) continue;
      const place = columns.findIndex((each) => each.name === column);
      if (place === -1) continue;
      for (const row of rows) {
        const value = row[place];
        if (typeof value === "string" && value.length > prefix.length && value.startsWith(prefix))
          this.insert.run(value.slice(prefix.length));
      }
    }
  }

  /** Notes that a file is in the backup. */
  delete(path: string): void {
    this.remove.run(path);
  }

  /** Number of those that are left, and the first ones. */
  rest(limit: number): { files: number; paths: string[] } {
    const files = this.file.prepare<[], number>("SELECT COUNT(*) FROM paths").pluck().get()!;
    const sql = "SELECT path FROM paths ORDER BY path LIMIT ?";
    return { files, paths: this.file.prepare<[number], string>(sql).pluck().all(limit) };
  }

  /** Removes the list. */
  close(): void {
    this.file.close();
  }
}
