/**
 * How many committed inserts a second an engine takes through its driver, without a program around it: rows like those
 * of posts, one commit each, as durable as the program has them.
 *
 * `node inserts.mjs '{"sqlite":FILE,"from":FILE,"ms":3000}'` or `'{"mysql":URL,"ms":3000}'`; prints `{ perSecond, p50, p99 }`.
 */
import { rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { createPool } from "mysql2/promise";

const { sqlite, from, mysql, ms } = JSON.parse(process.argv[2]);
const CONCURRENT = 16;
const TABLE = "bench_posts";
const COLUMNS =
  "threadId, number, authorId, isAnonymous, body, bodyHtml, markdownVersion, hasAttachments, approval, visible, likeCount, commentCount, createdAt";
const INSERT = `INSERT INTO ${TABLE} (${COLUMNS}) VALUES (${COLUMNS.split(",")
  .map(() => "?")
  .join(", ")})`;

const body = "这里大约有四百个字符的内容，论坛里的人常常这样说话。".repeat(16).slice(0, 400);
const latencies = [];
const began = performance.now();

function valuesOf(count) {
  const now = new Date().toISOString().replace("T", " ").replace("Z", "");
  return [
    1 + (count % 20_000),
    1_000_000 + count,
    1 + (count % 2000),
    0,
    body,
    `<p>${body}</p>`,
    1,
    0,
    1,
    1,
    0,
    0,
    now,
  ];
}

function noteSince(start) {
  latencies.push(performance.now() - start);
}

/** A file of its own beside the forum's, so that neither waits for the other's lock. */
function insertIntoSqlite() {
  const file = new Sqlite(sqlite);
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = OFF");
  const source = new Sqlite(from, { readonly: true });
  const parts = source
    .prepare("SELECT sql FROM sqlite_master WHERE tbl_name = 'posts' AND sql IS NOT NULL")
    .all();
  source.close();
  for (const { sql } of parts) {
    // The same columns and indexes; foreign keys are not checked here, since their tables are not copied.
    file.exec(
      sql.replace(/CREATE TABLE "posts"/, `CREATE TABLE "${TABLE}"`).replace(/ ON "posts"/, ` ON "${TABLE}"`),
    );
  }
  const insert = file.prepare(INSERT);
  while (performance.now() - began < ms) {
    const start = performance.now();
    insert.run(...valuesOf(latencies.length));
    noteSince(start);
  }
  file.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(sqlite + end, { force: true });
}

async function insertIntoMysql() {
  const pool = createPool({ uri: mysql, connectionLimit: CONCURRENT });
  await pool.query(`DROP TABLE IF EXISTS ${TABLE}`);
  await pool.query(`CREATE TABLE ${TABLE} LIKE posts`);
  let count = 0;
  const work = async () => {
    while (performance.now() - began < ms) {
      const start = performance.now();
      await pool.query(INSERT, valuesOf(count++));
      noteSince(start);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  await pool.query(`DROP TABLE ${TABLE}`);
  await pool.end();
}

if (sqlite) insertIntoSqlite();
else await insertIntoMysql();
const seconds = (performance.now() - began) / 1000;
const sorted = latencies.sort((one, other) => one - other);
const at = (share) => sorted[Math.floor(sorted.length * share)];
console.log(JSON.stringify({ perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }));
