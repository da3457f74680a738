import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { sqliteFaultOf } from "../core/diskFaults.ts";
import { documentsBelowSql, documentsSql } from "../core/searchDocuments.sql.ts";
import {
  DOCUMENTS_PER_BATCH,
  beforeOf,
  SEARCH_TABLES,
  SEARCH_FORMAT,
  SEARCHED_KINDS,
  textsOf,
  type SearchDocument,
  type SearchedKind,
} from "../core/searchIndex.ts";
import { indexTokens } from "../core/searchTokens.ts";

/** Pages that one slice of a merge writes. */
const MERGE_PAGES = 300;
/** Page cache of the connection that writes, in KiB. */
const CACHE_KIB = 4_096;
/** Longest wait for a lock of another connection, in milliseconds; this one holds nobody up. */
const BUSY_TIMEOUT_MS = 5_000;
/** Pages in the write-ahead log before they are folded into the file. */
const CHECKPOINT_PAGES = 4_000;
/** Beyond every id. */
const TOP = Number.MAX_SAFE_INTEGER;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    position INTEGER,
    identity TEXT
  );
  CREATE TABLE IF NOT EXISTS rebuild (kind TEXT PRIMARY KEY, below INTEGER NOT NULL);
  INSERT OR IGNORE INTO state (id, format) VALUES (1, ${SEARCH_FORMAT});
  ${Object.values(SEARCH_TABLES)
    .flatMap((table) => [fts5(table), fts5(beforeOf(table))])
    .join("\n")}`;

/**
 * The index of the first four letters finds one character alone, which is the beginning of many words. Segments are
 * merged in slices by the indexer and never inside of a commit.
 */
function fts5(table: string): string {
  return `CREATE VIRTUAL TABLE IF NOT EXISTS ${table}
      USING fts5(title, words, content='', contentless_delete=1, tokenize='ascii', prefix='4');
    INSERT INTO ${table}(${table}, rank) VALUES ('automerge', 0);`;
}

/** Puts what an older version wrote aside, where it is found until it is written again. */
const SET_ASIDE = `
  ${Object.values(SEARCH_TABLES)
    .map(
      (table) =>
        `DROP TABLE IF EXISTS ${beforeOf(table)}; ALTER TABLE ${table} RENAME TO ${beforeOf(table)};`,
    )
    .join("\n")}
  UPDATE state SET format = ${SEARCH_FORMAT};
  DELETE FROM rebuild;
  ${SEARCHED_KINDS.map((kind) => `INSERT INTO rebuild (kind, below) VALUES ('${kind}', ${TOP});`).join("\n")}`;

/** Gives the file of the search index beside the file of a database. */
export function searchFileOf(databaseFile: string): string {
  return join(dirname(databaseFile), "search.db");
}

/**
 * Creates the file of the index if it is missing; one that is damaged, or that a later version made, is replaced, and what
 * an older one wrote serves until it is written again. Must run while no other connection has it open.
 */
export function prepareSearchFile(file: string): void {
  try {
    if (existsSync(file) && !isUsable(file)) removeSearchFile(file);
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(sqliteFaultOf(error) ?? "")) throw error;
    removeSearchFile(file);
  }
  open(file).close();
}

function isUsable(file: string): boolean {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const hasState = connection.prepare("SELECT name FROM sqlite_master WHERE name = 'state'").get();
    if (!hasState) return false;
    const format = connection.prepare<[], number>("SELECT format FROM state").pluck().get() ?? 0;
    if (format > 0 && format < SEARCH_FORMAT)
      connection.transaction(() => connection.exec(SET_ASIDE)).immediate();
    return format > 0 && format <= SEARCH_FORMAT;
  } finally {
    connection.close();
  }
}

function removeSearchFile(file: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
}

function open(file: string): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.pragma("journal_mode = WAL");
    // What a power failure takes from its end is queued still: `settle` comes before the queue is emptied.
    connection.pragma("synchronous = NORMAL");
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    connection.pragma(`cache_size = -${CACHE_KIB}`);
    connection.exec(SCHEMA);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface Entry {
  readonly id: number;
  readonly kind: SearchedKind;
  readonly documentId: number;
}

interface State {
  readonly position: number | null;
  readonly identity: string | null;
}

/**
 * Writes the search index of a SQLite forum: a file of its own beside the database, which it only reads.
 *
 * The file holds its position in the queue, written in one transaction with the words, so whatever ends the process
 * loses nothing and repeats nothing that shows. Where queue and position do not fit (a file that is missing, older or of
 * another forum), everything is written again, newest first, while new entries of the queue take precedence.
 */
export class SearchFile {
  private readonly index: Sqlite.Database;
  private readonly source: Sqlite.Database;
  private readonly statements = new Map<string, Sqlite.Statement>();
  /** Tables whose segments may be merged further. */
  private readonly unmerged = new Set<string>(Object.values(SEARCH_TABLES));
  /** The last entry whose effects are in the index; null until queue and index have been compared. */
  private position: number | null = null;

  constructor(databaseFile: string) {
    this.source = new Sqlite(databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      this.index = open(searchFileOf(databaseFile));
    } catch (error) {
      this.source.close();
      throw error;
    }
  }

  /** Indexes the next entries of the queue. @returns false if there were none */
  indexQueued(): boolean {
    const position = this.startingPosition();
    const entries = this.read<Entry>(
      "SELECT q.id, q.kind, q.documentId FROM search_queue q WHERE q.id > ? ORDER BY q.id LIMIT ?",
      position,
      DOCUMENTS_PER_BATCH,
    );
    if (entries.length === 0) return false;
    const last = entries.at(-1)!.id;
    this.write(() => {
      for (const kind of SEARCHED_KINDS) {
        const ids = new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.documentId));
        if (ids.size > 0) this.refresh(kind, ids);
      }
      this.run("UPDATE state SET position = ?", last);
    });
    this.position = last;
    return true;
  }

  /** Begins to write the index again: empties it, and takes the queue from its end. */
  beginRebuild(): void {
    const position = this.lastQueued();
    const identity = this.identity();
    this.write(() => {
      for (const table of Object.values(SEARCH_TABLES)) {
        this.empty(table);
        this.empty(beforeOf(table));
      }
      this.run("DELETE FROM rebuild");
      for (const kind of SEARCHED_KINDS)
        this.run("INSERT INTO rebuild (kind, below) VALUES (?, ?)", kind, TOP);
      this.run("UPDATE state SET position = ?, identity = ?", position, identity);
    });
    this.position = position;
  }

  /** Writes the next documents of a rebuild, newest first. @returns their number; null if no rebuild is under way */
  rebuildNext(): number | null {
    this.startingPosition();
    const next = this.own<{ kind: SearchedKind; below: number }>("SELECT kind, below FROM rebuild")
      .sort((one, other) => SEARCHED_KINDS.indexOf(one.kind) - SEARCHED_KINDS.indexOf(other.kind))
      .at(0);
    if (!next) return null;
    const { kind, below } = next;
    const documents = this.read<SearchDocument>(documentsBelowSql(kind), below, DOCUMENTS_PER_BATCH);
    this.write(() => {
      // FTS5 takes rows in ascending order; any other order makes a segment of each.
      for (const document of documents.toReversed()) this.put(kind, document);
      if (documents.length < DOCUMENTS_PER_BATCH) {
        this.run("DELETE FROM rebuild WHERE kind = ?", kind);
        this.empty(beforeOf(SEARCH_TABLES[kind]));
      } else this.run("UPDATE rebuild SET below = ? WHERE kind = ?", documents.at(-1)!.id, kind);
    });
    return documents.length;
  }

  /** Merges a slice of the index. @returns false if nothing is left to merge */
  mergeSlice(): boolean {
    const [table] = this.unmerged;
    if (table === undefined) return false;
    const changes = () => this.own<{ n: number }>("SELECT total_changes() AS n")[0]!.n;
    const before = changes();
    this.run(`INSERT INTO ${table}(${table}, rank) VALUES ('merge', ${MERGE_PAGES})`);
    if (changes() - before < 2) this.unmerged.delete(table);
    return this.unmerged.size > 0;
  }

  /**
   * Puts the index on the disk.
   * @returns the position that no power failure takes back; 0 if a reader kept it from being put there
   */
  settle(): number {
    const { position } = this.own<State>("SELECT position, identity FROM state")[0]!;
    const [result] = this.index.pragma("wal_checkpoint(PASSIVE)") as {
      busy: number;
      log: number;
      checkpointed: number;
    }[];
    const isSettled = result !== undefined && result.busy === 0 && result.log === result.checkpointed;
    return isSettled ? (position ?? 0) : 0;
  }

  /** Folds the write-ahead log into the file and closes it. */
  close(): void {
    try {
      this.index.pragma("wal_checkpoint(TRUNCATE)");
    } finally {
      this.index.close();
      this.source.close();
    }
  }

  /** Compares index and queue once; begins a rebuild where they do not fit. */
  private startingPosition(): number {
    if (this.position !== null) return this.position;
    const { position, identity } = this.own<State>("SELECT position, identity FROM state")[0]!;
    if (position !== null && identity === this.identity() && this.queueHolds(position))
      this.position = position;
    else this.beginRebuild();
    return this.position!;
  }

  /** True if the queue has every entry behind a position; ids have no gaps, since undone inserts give theirs back. */
  private queueHolds(position: number): boolean {
    const [queued] = this.read<{ n: number }>(
      "SELECT COUNT(*) AS n FROM search_queue q WHERE q.id > ?",
      position,
    );
    return queued!.n === this.lastQueued() - position;
  }

  /** The last id that the queue has given, also where its row is gone. */
  private lastQueued(): number {
    const [sequence] = this.read<{ seq: number }>(
      "SELECT s.seq FROM sqlite_sequence s WHERE s.name = 'search_queue'",
    );
    return sequence?.seq ?? 0;
  }

  private identity(): string {
    const [state] = this.read<{ identity: string }>("SELECT s.identity FROM search_state s WHERE s.id = 1");
    return state?.identity ?? "";
  }

  private refresh(kind: SearchedKind, ids: ReadonlySet<number>): void {
    const sql = documentsSql(kind, "SELECT value FROM json_each(?)");
    const documents = this.read<SearchDocument>(sql, JSON.stringify([...ids]));
    const missing = new Set(ids);
    if (this.own("SELECT 1 FROM rebuild").length > 0)
      for (const id of ids) this.run(`DELETE FROM ${beforeOf(SEARCH_TABLES[kind])} WHERE rowid = ?`, id);
    for (const document of documents) {
      missing.delete(document.id);
      this.put(kind, document);
    }
    for (const id of missing) this.remove(kind, id);
  }

  private put(kind: SearchedKind, document: SearchDocument): void {
    const table = SEARCH_TABLES[kind];
    if (!document.visible) return this.remove(kind, document.id);
    const { title, text } = textsOf(document);
    this.run(
      `INSERT OR REPLACE INTO ${table} (rowid, title, words) VALUES (?, ?, ?)`,
      document.id,
      indexTokens(title),
      indexTokens(text),
    );
    this.unmerged.add(table);
  }

  private remove(kind: SearchedKind, id: number): void {
    this.run(`DELETE FROM ${SEARCH_TABLES[kind]} WHERE rowid = ?`, id);
  }

  private empty(table: string): void {
    this.run(`INSERT INTO ${table}(${table}) VALUES ('delete-all')`);
  }

  private write(work: () => void): void {
    this.index.transaction(work).immediate();
  }

  private read<T>(sql: string, ...values: (string | number)[]): T[] {
    return this.prepared(this.source, sql).all(...values) as T[];
  }

  private own<T>(sql: string): T[] {
    return this.prepared(this.index, sql).all() as T[];
  }

  private run(sql: string, ...values: (string | number)[]): void {
    this.prepared(this.index, sql).run(...values);
  }

  private prepared(connection: Sqlite.Database, sql: string): Sqlite.Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  }
}
