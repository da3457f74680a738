import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Row } from "../sqlSource.ts";
import { wholeOf } from "../values.ts";

const SLICE_ROWS = 500;
/** Memory of the file's pages, in KiB; more goes to the disk. */
const CACHE_KIB = 32_000;

const TABLES = `
  CREATE TABLE hashes (kind TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id));
  CREATE TABLE sets (name TEXT NOT NULL, value TEXT NOT NULL, score REAL NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID;
  CREATE TABLE remote (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE numbers (postId INTEGER PRIMARY KEY, topic TEXT NOT NULL, number INTEGER NOT NULL);`;

/** Objects with fields that are known by a number. */
const NUMBERED = /^(user|topic|post|category|message|chat:room|poll):([1-9]\d{0,14})(:settings)?$/;
/** Those of other servers, of NodeBB 4: they are known by an address. */
const REMOTE = /^(?:user|userRemote|topic|post|category|message):https?:\/\//;
/** Other objects that readers ask for: settings, groups, bans, polls, posts that wait for a review. */
const NAMED =
  /^(?:config|global|poll:\d{1,15}:options:[\w-]{1,40}|post:queue:.{1,100}|group:(?!cid:).{1,255}|uid:\d{1,15}:ban:\d{1,15})$/;
/** Sets, sorted or not, that readers ask for. */
const SETS =
  /^(?:users:joindate|group:.{1,300}:members|cid:-?\d{1,15}:uid:watch:state|tid:\d{1,15}:posts|following:\d{1,15}|chat:room:\d{1,15}:uids|poll:\d{1,15}:(?:anon:voters|options(?::[\w-]{1,40}:votes)?)|uid:\d{1,15}:(?:upvote|downvote|bookmarks|blocked_uids|followed_tids|ignored_tids|uploads|bans:timestamp|chat:rooms:unread))$/;

/** Kinds of objects, with a field that none of them lacks: NodeBB counts on in some that it has removed. */
const WHOLE = [
  ["user", "username"],
  ["topic", "cid"],
] as const;

/** A member of a set. */
export interface Scored {
  readonly value: string;
  readonly score: number;
}

/**
 * Objects of a NodeBB in a file of their own, whatever the database that they come from: hashes, and sets with scores. They
 * are asked by key, so that the memory does not grow with the source.
 */
export class NodebbObjects {
  /** Objects of which only some fields are left; they are removed. */
  readonly remnants: string[] = [];
  private readonly file: Sqlite.Database;
  private readonly statements = new Map<string, Sqlite.Statement>();
  private readonly location: string;

  constructor(folder: string) {
    this.location = join(folder, ".objects.db");
    rmSync(this.location, { force: true });
    this.file = new Sqlite(this.location);
    this.file.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}`);
    this.file.exec(TABLES);
    this.file.exec("BEGIN");
  }

  /** Adds an object with fields, if readers ask for it. */
  addHash(name: string, fields: Row): void {
    const [, kind, id, part = ""] = NUMBERED.exec(name) ?? [];
    if (kind !== undefined) this.putHash(kind + part, Number(id), fields);
    else if (REMOTE.test(name)) this.run("INSERT OR IGNORE INTO remote (name) VALUES (?)", name);
    else if (NAMED.test(name)) this.putHash(name, 0, fields);
  }

  /** Adds a member of a set, if readers ask for it; those of sets without an order have the score 0. */
  addMember(name: string, value: string, score: number): void {
    if (!SETS.test(name)) return;
    const number = Number.isFinite(score) ? score : 0;
    this.run("INSERT OR REPLACE INTO sets (name, value, score) VALUES (?, ?, ?)", name, value, number);
  }

  /** Ends what was removed but for some fields, and numbers the posts of each topic by their times. */
  finish(): void {
    for (const [kind, field] of WHOLE) {
      const sql = `DELETE FROM hashes WHERE kind = ? AND COALESCE(json_extract(json, ?), '') = '' RETURNING id`;
      for (const { id } of this.statement(sql).all(kind, `$.${field}`) as { id: number }[])
        this.remnants.push(`${kind}:${id}`);
    }
    this.file.exec(`
      INSERT OR IGNORE INTO numbers (postId, topic, number)
      SELECT CAST(value AS INTEGER), name, place FROM (
        SELECT name, value, ROW_NUMBER() OVER (PARTITION BY name ORDER BY score, CAST(value AS INTEGER)) AS place
        FROM sets WHERE name >= 'tid:' AND name < 'tid;'
      ) WHERE value GLOB '[0-9]*' ORDER BY name, place`);
  }

  /** Gets the fields of an object; undefined if there is none. */
  hash(kind: string, id = 0): Row | undefined {
    const row = this.statement("SELECT json FROM hashes WHERE kind = ? AND id = ?").get(kind, id);
    return row === undefined ? undefined : (JSON.parse((row as { json: string }).json) as Row);
  }

  /** Gives the objects of a kind in the order of their ids. */
  *each(kind: string): Generator<{ id: number; row: Row }> {
    const sql = "SELECT id, json FROM hashes WHERE kind = ? AND id > ? ORDER BY id LIMIT ?";
    let last = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const slice = this.statement(sql).all(kind, last, SLICE_ROWS) as { id: number; json: string }[];
      for (const { id, json } of slice) yield { id, row: JSON.parse(json) as Row };
      if (slice.length < SLICE_ROWS) return;
      last = slice.at(-1)!.id;
    }
  }

  /** Gives the names of objects that begin alike, without that beginning. There are few of them. */
  namesBehind(beginning: string): string[] {
    const sql = "SELECT kind FROM hashes WHERE id = 0 AND substr(kind, 1, ?) = ? ORDER BY kind";
    const rows = this.statement(sql).all(beginning.length, beginning) as { kind: string }[];
    return rows.map(({ kind }) => kind.slice(beginning.length));
  }

  /** Gives the members of a set in the order of their values. */
  *members(name: string): Generator<Scored> {
    const sql = `SELECT value, score FROM sets WHERE name = ? AND value > ? ORDER BY value LIMIT ?`;
    let last = "";
    for (;;) {
      const slice = this.statement(sql).all(name, last, SLICE_ROWS) as Scored[];
      yield* slice;
      if (slice.length < SLICE_ROWS) return;
      last = slice.at(-1)!.value;
    }
  }

  /** Gives the member of a set with the greatest score. */
  newest(name: string): string | undefined {
    const sql = "SELECT value FROM sets WHERE name = ? ORDER BY score DESC, value DESC LIMIT 1";
    return (this.statement(sql).get(name) as Scored | undefined)?.value;
  }

  has(name: string, value: string): boolean {
    return this.statement("SELECT 1 FROM sets WHERE name = ? AND value = ?").get(name, value) !== undefined;
  }

  size(name: string): number {
    const sql = "SELECT COUNT(*) AS n FROM sets WHERE name = ?";
    return (this.statement(sql).get(name) as { n: number }).n;
  }

  count(kind: string): number {
    const sql = "SELECT COUNT(*) AS n FROM hashes WHERE kind = ?";
    return (this.statement(sql).get(kind) as { n: number }).n;
  }

  largest(kind: string): number {
    const sql = "SELECT MAX(id) AS id FROM hashes WHERE kind = ?";
    return wholeOf((this.statement(sql).get(kind) as { id: number | null }).id);
  }

  /** Gives the number of a reply within its topic: 1 for the one behind the first post; undefined if the topic has none. */
  numberOf(postId: number, topicId: number): number | undefined {
    const sql = "SELECT number FROM numbers WHERE postId = ? AND topic = ?";
    return (this.statement(sql).get(postId, `tid:${topicId}:posts`) as { number: number } | undefined)
      ?.number;
  }

  /** Gives the names of objects of other servers. */
  *remote(): Generator<string> {
    let last = "";
    for (;;) {
      const sql = "SELECT name FROM remote WHERE name > ? ORDER BY name LIMIT ?";
      const slice = this.statement(sql).all(last, SLICE_ROWS) as { name: string }[];
      for (const { name } of slice) yield name;
      if (slice.length < SLICE_ROWS) return;
      last = slice.at(-1)!.name;
    }
  }

  /** Ends the file, which nobody needs any more. */
  close(): void {
    this.file.close();
    rmSync(this.location, { force: true });
  }

  private putHash(kind: string, id: number, fields: Row): void {
    const sql = "INSERT OR REPLACE INTO hashes (kind, id, json) VALUES (?, ?, ?)";
    this.run(sql, kind, id, JSON.stringify(fields));
  }

  private run(sql: string, ...values: unknown[]): void {
    this.statement(sql).run(...values);
  }

  private statement(sql: string): Sqlite.Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.file.prepare(sql)));
    return statement;
  }
}
