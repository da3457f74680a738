import { join } from "node:path";
import Sqlite from "better-sqlite3";

/** Things that NodeBB knows by a name, where the neutral format has ids. */
type Named = "group" | "topic" | "file";

/**
 * Ids of things that have only names in the source. They stay in the folder, so that a later run gives the same ones to the
 * same names, whatever has come between.
 */
export class NameIds {
  private readonly file: Sqlite.Database;
  private readonly last = new Map<Named, number>();

  constructor(folder: string) {
    this.file = new Sqlite(join(folder, "reader-ids.db"));
    this.file.exec(
      "CREATE TABLE IF NOT EXISTS ids (kind TEXT NOT NULL, name TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID",
    );
    this.file.exec("BEGIN");
  }

  /** Gives the id of a name; new ones follow the largest. */
  of(kind: Named, name: string): number {
    const existing = this.find(kind, name);
    if (existing !== null) return existing;
    const id = this.largest(kind) + 1;
    this.file.prepare("INSERT INTO ids (kind, name, id) VALUES (?, ?, ?)").run(kind, name, id);
    this.last.set(kind, id);
    return id;
  }

  /** Gives the id of a name that has one; null for others. */
  find(kind: Named, name: string): number | null {
    const sql = "SELECT id FROM ids WHERE kind = ? AND name = ?";
    return (this.file.prepare(sql).pluck().get(kind, name) as number | undefined) ?? null;
  }

  /** Ends the file; the ids are for the next run. */
  close(): void {
    this.file.exec("COMMIT");
    this.file.close();
  }

  private largest(kind: Named): number {
    const sql = "SELECT COALESCE(MAX(id), 0) FROM ids WHERE kind = ?";
    return this.last.get(kind) ?? (this.file.prepare(sql).pluck().get(kind) as number);
  }
}
