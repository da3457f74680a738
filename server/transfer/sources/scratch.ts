import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

const SORTED_SLICE = 500;
/** Memory of the file's pages, in KiB; more goes to the disk. */
const CACHE_KIB = 32_000;

/** A thread of a source, as other rows ask for it. */
export interface ThreadNote {
  readonly id: number;
  readonly title: string;
  readonly authorId: number;
  readonly isDraft: number;
  readonly isAnonymous: number;
  readonly priceCents: number;
  readonly attachmentPriceCents: number;
  readonly firstPostId: number | null;
}

/** A post of a source: number 0 is the text of its thread, null a comment. */
export interface PostNote {
  readonly id: number;
  readonly threadId: number;
  readonly number: number | null;
  readonly parentId: number | null;
  readonly authorId: number;
}

/** An attachment of a source; without a path its file is missing. */
export interface FileNote {
  readonly id: number;
  readonly path: string | null;
  readonly name: string;
  readonly isImage: number;
}

const TABLES = `
  CREATE TABLE names (nameKey TEXT PRIMARY KEY, id INTEGER NOT NULL, uses INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
  CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE threads (id INTEGER PRIMARY KEY, title TEXT NOT NULL, authorId INTEGER NOT NULL, isDraft INTEGER NOT NULL,
    isAnonymous INTEGER NOT NULL, priceCents INTEGER NOT NULL, attachmentPriceCents INTEGER NOT NULL, firstPostId INTEGER, replies INTEGER NOT NULL);
  CREATE TABLE posts (id INTEGER PRIMARY KEY, threadId INTEGER NOT NULL, number INTEGER, parentId INTEGER,
    authorId INTEGER NOT NULL);
  CREATE TABLE attachments (id INTEGER PRIMARY KEY, path TEXT, name TEXT NOT NULL, isImage INTEGER NOT NULL);
  CREATE TABLE uses (attachmentId INTEGER PRIMARY KEY, threadId INTEGER NOT NULL, isSold INTEGER NOT NULL);
  CREATE TABLE dialogs (id INTEGER PRIMARY KEY, intoId INTEGER NOT NULL);
  CREATE TABLE sorted (kind TEXT, one, two, json TEXT NOT NULL, PRIMARY KEY (kind, one, two)) WITHOUT ROWID;`;

/**
 * Notes of a reader in a file of their own: what rows ask of other rows stays out of the memory, whatever the size of the
 * source. Everything is asked by key.
 */
export class Scratch {
  private readonly file: Sqlite.Database;
  private readonly statements = new Map<string, Sqlite.Statement>();
  private readonly location: string;

  constructor(folder: string) {
    this.location = join(folder, ".reader.db");
    rmSync(this.location, { force: true });
    this.file = new Sqlite(this.location);
    this.file.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}`);
    this.file.exec(TABLES);
    this.file.exec("BEGIN");
  }

  /** Runs a statement that writes. @returns rows that it changed */
  run(sql: string, ...values: unknown[]): number {
    return this.statement(sql).run(...values).changes;
  }

  /** Gets a row; undefined if there is none. */
  get<T>(sql: string, ...values: unknown[]): T | undefined {
    return this.statement(sql).get(...values) as T | undefined;
  }

  /** Gets the rows of a statement that has a limit. */
  all<T>(sql: string, ...values: unknown[]): T[] {
    return this.statement(sql).all(...values) as T[];
  }

  /** Takes a name. @returns false if it is taken already */
  takeName(key: string, id: number): boolean {
    return this.run("INSERT OR IGNORE INTO names (nameKey, id) VALUES (?, ?)", key, id) > 0;
  }

  /** Counts the uses of a name, and notes who was first. */
  countName(key: string, id: number): number {
    const sql =
      "INSERT INTO names (nameKey, id) VALUES (?, ?) ON CONFLICT (nameKey) DO UPDATE SET uses = uses + 1 RETURNING uses";
    return this.get<{ uses: number }>(sql, key, id)!.uses;
  }

  /** Gives the first owner of a name, and how many want it. */
  name(key: string): { id: number; uses: number } | undefined {
    return this.get("SELECT id, uses FROM names WHERE nameKey = ?", key);
  }

  member(id: number | null): { id: number; name: string } | undefined {
    return id === null ? undefined : this.get("SELECT id, name FROM members WHERE id = ?", id);
  }

  /** Notes a thread. */
  addThread(
    note: Pick<ThreadNote, "id" | "title" | "authorId"> & Partial<ThreadNote> & { readonly replies?: number },
  ): void {
    const {
      id,
      title,
      authorId,
      isDraft = 0,
      isAnonymous = 0,
      priceCents = 0,
      attachmentPriceCents = 0,
    } = note;
    this.run(
      "INSERT INTO threads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      title,
      authorId,
      isDraft,
      isAnonymous,
      priceCents,
      attachmentPriceCents,
      note.firstPostId ?? null,
      note.replies ?? 0,
    );
  }

  /** Notes a post; the first one of an id holds. */
  addPost({ id, threadId, number, parentId, authorId }: PostNote): void {
    this.run("INSERT OR IGNORE INTO posts VALUES (?, ?, ?, ?, ?)", id, threadId, number, parentId, authorId);
  }

  /** Gives the next number of a reply in a thread. */
  nextNumber(threadId: number): number {
    const sql = "UPDATE threads SET replies = replies + 1 WHERE id = ? RETURNING replies";
    return this.get<{ replies: number }>(sql, threadId)!.replies;
  }

  thread(id: number | null): ThreadNote | undefined {
    return id === null ? undefined : this.get("SELECT * FROM threads WHERE id = ?", id);
  }

  post(id: number | null): PostNote | undefined {
    return id === null ? undefined : this.get("SELECT * FROM posts WHERE id = ?", id);
  }

  attachment(id: number | null): FileNote | undefined {
    return id === null ? undefined : this.get("SELECT * FROM attachments WHERE id = ?", id);
  }

  topic(id: number | null): { id: number; name: string } | undefined {
    return id === null ? undefined : this.get("SELECT id, name FROM topics WHERE id = ?", id);
  }

  /** Puts a record aside until it is its turn. @returns false if there is one with this key */
  put(kind: string, key: readonly [number | string, number | string], record: unknown): boolean {
    const sql = "INSERT OR IGNORE INTO sorted (kind, one, two, json) VALUES (?, ?, ?, ?)";
    return this.run(sql, kind, ...key, JSON.stringify(record)) > 0;
  }

  /** Gives the records that were put aside, in the order of their keys. */
  *sorted<T>(kind: string): Generator<T> {
    const first = "SELECT one, two, json FROM sorted WHERE kind = ? ORDER BY one, two LIMIT ?";
    const next =
      "SELECT one, two, json FROM sorted WHERE kind = ? AND (one, two) > (?, ?) ORDER BY one, two LIMIT ?";
    let last: { one: unknown; two: unknown } | undefined;
    for (;;) {
      const slice = (
        last
          ? this.statement(next).all(kind, last.one, last.two, SORTED_SLICE)
          : this.statement(first).all(kind, SORTED_SLICE)
      ) as { one: unknown; two: unknown; json: string }[];
      for (const { json } of slice) yield JSON.parse(json) as T;
      if (slice.length < SORTED_SLICE) return;
      last = slice.at(-1);
    }
  }

  /** Ends the file, which nobody needs any more. */
  close(): void {
    this.file.close();
    rmSync(this.location, { force: true });
  }

  private statement(sql: string): Sqlite.Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.file.prepare(sql)));
    return statement;
  }
}
