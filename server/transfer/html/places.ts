import Sqlite from "better-sqlite3";

/** Replies on a page. */
export const PAGE_LENGTH = 100;

/** Gives the name of a page of a list. @param page from 1 */
export function pageName(folder: string, id: string | number, page = 1): string {
  return `${folder}/${id}${page > 1 ? `-${page}` : ""}.html`;
}

/** Threads and members of the copy, in a temporary file: there may be more threads and members than fit into memory. */
export class Places {
  private readonly file = new Sqlite("");
  private readonly insert: Sqlite.Statement<[string, number, number, string]>;
  private readonly find: Sqlite.Statement<[string, number], { value: number }>;

  constructor() {
    this.file.pragma("synchronous = OFF");
    this.file.exec(
      "CREATE TABLE places (kind text, id integer, value integer, name text, PRIMARY KEY (kind, id)) WITHOUT ROWID",
    );
    this.insert = this.file.prepare(
      "INSERT OR IGNORE INTO places (kind, id, value, name) VALUES (?, ?, ?, ?)",
    );
    this.find = this.file.prepare("SELECT value FROM places WHERE kind = ? AND id = ?");
  }

  /** Notes a thread with the greatest number of its replies, or a member, and whether their page is there (1) or not (0). */
  note(kind: "thread" | "member", id: string, value: number, name = ""): void {
    this.insert.run(kind, Number(id), value, name);
  }

  /** Gives what was noted of a thread or member; null for others. */
  valueOf(kind: "thread" | "member", id: string): number | null {
    return this.find.get(kind, Number(id))?.value ?? null;
  }

  /** Number of threads. */
  get threads(): number {
    return this.file.prepare<[], number>("SELECT COUNT(*) FROM places WHERE kind = 'thread'").pluck().get()!;
  }

  /** Ids of threads or members whose pages are there, behind one. */
  slice(kind: "thread" | "member", after: number, limit: number): { id: number; name: string }[] {
    return this.file
      .prepare<[string, number, number, number], { id: number; name: string }>(
        "SELECT id, name FROM places WHERE kind = ? AND id > ? AND value >= ? ORDER BY id LIMIT ?",
      )
      .all(kind, after, kind === "member" ? 1 : 0, limit);
  }

  /** Removes the list. */
  close(): void {
    this.file.close();
  }
}
