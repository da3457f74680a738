import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { EntityManager } from "typeorm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DomainError } from "../../server/core/errors.ts";
import { defineEvent, type DomainEvent } from "../../server/core/events.ts";
import { run } from "../../server/core/sql.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { SqliteDatabase } from "../../server/database/sqlite.ts";
import { connectionOf } from "../../server/database/sqliteWriter.ts";
import { Forum } from "../support/forum.ts";

/** Interval of looking at the open transaction, short, so that a stuck one is found at once. */
const WATCH_MS = 10;

let folder: string;
let database: SqliteDatabase;
const lines: string[] = [];
const note = (_fields: object, message: string): void => void lines.push(message);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "luntan-writer-"));
  lines.length = 0;
  database = await openDatabase();
  await database.transaction((db) => db.query("CREATE TABLE notes (text TEXT PRIMARY KEY)"));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function openDatabase(): Promise<SqliteDatabase> {
  const log = { info: note, warn: note, error: note, isLevelEnabled: () => true };
  const schema = { entities: [], migrations: [], version: "1.0.0", force: false, log };
  return SqliteDatabase.open(join(folder, "luntan.db"), schema, WATCH_MS);
}

const insert = (db: EntityManager, text: string) => db.query("INSERT INTO notes (text) VALUES (?)", [text]);
const write = (text: string) => database.transaction((db) => insert(db, text));

/** Reads the file as another program does. */
function stored(file = join(folder, "luntan.db")): string[] {
  const other = new Sqlite(file);
  try {
    return other.prepare<[], string>("SELECT text FROM notes ORDER BY text").pluck().all();
  } finally {
    other.close();
  }
}

/** Reads what would be there if the program were killed now. */
function storedAfterKill(): string[] {
  const copy = join(folder, "killed.db");
  for (const end of ["", "-wal"]) copyFileSync(join(folder, `luntan.db${end}`), copy + end);
  const found = stored(copy);
  for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true });
  return found;
}

const REFUSED = { code: "DATABASE_ERROR" };

test("a transaction that SQLite undid and an ordinary refusal after it leave a writer that stores what it acknowledges", async () => {
  const forum = await Forum.open();
  try {
    const category = (name: string) =>
      forum.write((ctx) => run(ctx, "UPDATE categories SET description = ?", [name]));
    const undone = forum.write(async (ctx) => {
      await run(ctx, "UPDATE categories SET description = 'lost'");
      await run(ctx, "ROLLBACK");
      await run(ctx, "UPDATE categories SET description = 'a transaction of its own'");
    });
    await expect(undone).rejects.toMatchObject(REFUSED);
    const refused = forum.write(() => Promise.reject(new DomainError("NOT_FOUND")));
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });

    await category("stored");

    const other = new Sqlite(join(forum.app.config.dataDir, "luntan.db"), { readonly: true });
    const found = other.prepare<[], string>("SELECT DISTINCT description FROM categories").pluck().all();
    other.close();
    expect(found).toEqual(["stored"]);
    const ready = await forum.app.inject("/readyz");
    expect(ready.statusCode).toBe(200);
  } finally {
    await forum.close();
  }
});

test("a file that may not grow refuses writes by name, and takes them again when it may", async () => {
  const writer = connectionOf(database.writer);
  const pages = Number(writer.pragma("page_count", { simple: true }));
  writer.pragma(`max_page_count = ${pages}`);

  const long = "x".repeat(100_000);
  await expect(write(long)).rejects.toMatchObject({ ...REFUSED, details: { retryAfterSeconds: 5 } });
  await expect(database.transaction(() => Promise.reject(new DomainError("CONFLICT")))).rejects.toMatchObject(
    {
      code: "CONFLICT",
    },
  );
  // The work may not hide from the writer what happened to the disk.
  const hidden = database.transaction((db) => insert(db, long).catch(() => "never mind"));
  await expect(hidden).rejects.toMatchObject(REFUSED);
  writer.pragma("max_page_count = 1000000");
  await write("after");

  expect(stored()).toEqual(["after"]);
  expect(lines).toContain("the database takes no writes: they are refused until it does");
  expect(lines).toContain("the database takes writes again");
});

test("a connection that became read-only is opened again", async () => {
  await write("before");
  connectionOf(database.writer).pragma("query_only = ON");

  await expect(write("refused")).rejects.toMatchObject(REFUSED);
  await write("after");

  expect(stored()).toEqual(["after", "before"]);
  expect(lines).toContain("the database was opened again");
});

test("a connection that is in a transaction that nobody has begun is not written on", async () => {
  connectionOf(database.writer).exec("BEGIN; INSERT INTO notes (text) VALUES ('stray')");

  await write("mine");

  expect(stored()).toEqual(["mine"]);
  expect(lines).toContain("the database was opened again");
});

test("a transaction that is committed behind the writer's back is refused, and the next one is stored", async () => {
  const meddled = database.transaction(async (db) => {
    await insert(db, "one");
    connectionOf(database.writer).exec("COMMIT");
  });

  await expect(meddled).rejects.toMatchObject(REFUSED);
  await write("two");

  expect(stored()).toContain("two");
});

test("a file that was put in the place of the database is not written to", async () => {
  await write("before");
  const file = join(folder, "luntan.db");
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  connectionOf(database.writer).pragma("query_only = ON");

  await expect(write("first")).rejects.toMatchObject(REFUSED);
  await expect(write("second")).rejects.toMatchObject(REFUSED);
  expect(lines).not.toContain("the database was opened again");
});

test("work that never ends is undone, the log says so, and those behind it get their turn", async () => {
  const stuck = database.transaction(async (db) => {
    await insert(db, "stuck");
    await new Promise<never>(() => undefined);
  });
  let kept: EntityManager | null = null;
  const waiting = database.transaction((db) => {
    kept = db;
    return insert(db, "next");
  });

  await expect(stuck).rejects.toMatchObject(REFUSED);
  await waiting;
  await expect(insert(kept!, "after its end")).rejects.toThrow(/released|has ended/);

  expect(stored()).toEqual(["next"]);
  expect(lines).toContain("a transaction is open for long; all others wait");
  expect(lines).toContain("a transaction does not end: it is undone, so that others can write");
});

test("a transaction within a transaction is part of it: both are stored, or neither", async () => {
  await database.transaction(async (db) => {
    await insert(db, "outer");
    await db.transaction((inner) => insert(inner, "inner"));
  });
  const half = database.transaction(async (db) => {
    await insert(db, "half");
    await db.transaction(() => Promise.reject(new Error("no"))).catch(() => "never mind");
  });

  await expect(half).rejects.toMatchObject(REFUSED);
  expect(stored()).toEqual(["inner", "outer"]);
});

test("nothing is written outside of a transaction", async () => {
  await expect(database.rows("INSERT INTO notes (text) VALUES ('x')", [])).rejects.toThrow();
  await expect(database.manager.query("INSERT INTO notes (text) VALUES ('x')")).rejects.toThrow(/readonly/);
  expect(stored()).toEqual([]);
});

test("transactions that are asked for together run one after the other", async () => {
  await write("0");
  const increments = Array.from({ length: 50 }, () =>
    database.transaction(async (db) => {
      const [row] = (await db.query("SELECT text FROM notes")) as { text: string }[];
      await new Promise((resolve) => setImmediate(resolve));
      await db.query("UPDATE notes SET text = ?", [String(Number(row!.text) + 1)]);
    }),
  );

  await Promise.all(increments);

  expect(stored()).toEqual(["50"]);
});

/** Counts the commits while work runs. */
async function commitsOf(work: () => Promise<unknown>): Promise<number> {
  let commits = 0;
  database.log.listen((sql) => void (commits += Number(sql === "COMMIT")));
  await work();
  database.log.listen(null);
  return commits;
}

test("transactions that are asked for together share one commit, and nobody hears of it before", async () => {
  const answered: string[] = [];
  const seen: unknown[] = [];
  const look = (): void => void seen.push([...answered], stored(), storedAfterKill());
  const write = (text: string, then = (): void => undefined) =>
    database
      .transaction(async (db) => {
        await insert(db, text);
        then();
      })
      .then(() => answered.push(text));

  const commits = await commitsOf(() => Promise.all([write("a"), write("b"), write("c", look)]));

  expect(commits).toBe(1);
  expect(seen).toEqual([[], [], []]);
  expect(answered).toEqual(["a", "b", "c"]);
  expect(storedAfterKill()).toEqual(["a", "b", "c"]);
});

test("one that is refused among others undoes itself alone, and hears of it when they are stored", async () => {
  const order: string[] = [];
  const write = (text: string) =>
    database.transaction(async (db) => {
      await insert(db, text);
      if (text !== "refused") return text;
      const rows = (await db.query("SELECT text FROM notes ORDER BY text")) as { text: string }[];
      throw new Error(`refused over ${rows.map(({ text }) => text).join()} in ${stored().length} rows`);
    });
  const told = (end: Promise<string>) =>
    end.catch((error: Error) => error.message).then((text) => order.push(text));

  await Promise.all(["zero", "refused", "one", "one", "two"].map((text) => told(write(text))));

  expect(stored()).toEqual(["one", "two", "zero"]);
  const doubled = "SqliteError: UNIQUE constraint failed: notes.text";
  expect(order).toEqual(["zero", "refused over refused,zero in 0 rows", "one", doubled, "two"]);
});

test("a commit that fails refuses all who share it, and those who were refused by what it would have stored", async () => {
  await database.transaction(async (db) => {
    await db.query("CREATE TABLE marks (note TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)");
  });
  const fine = write("fine");
  const twice = write("fine");
  const breaking = database.transaction((db) => db.query("INSERT INTO marks (note) VALUES ('missing')"));

  const ends = await Promise.allSettled([fine, twice, breaking]);

  expect(ends).toMatchObject(ends.map(() => ({ status: "rejected", reason: REFUSED })));
  await write("after");
  expect(stored()).toEqual(["after"]);
});

test("a fault of the disk in one refuses those who share its commit: nothing of them is stored", async () => {
  const writer = connectionOf(database.writer);
  writer.pragma(`max_page_count = ${Number(writer.pragma("page_count", { simple: true })) + 2}`);

  const ends = await Promise.allSettled([write("small"), write("x".repeat(100_000)), write("behind")]);

  expect(ends.slice(0, 2)).toMatchObject([1, 2].map(() => ({ status: "rejected", reason: REFUSED })));
  expect(ends[2]!.status).toBe("fulfilled");
  expect(stored()).toEqual(["behind"]);
});

test("a transaction that ends the common one behind the writer's back loses nobody who was told otherwise", async () => {
  const meddling = ["ROLLBACK", "COMMIT", "RELEASE part", "ROLLBACK; BEGIN"];
  for (const statement of meddling) {
    const before = write(`before ${statement}`);
    const meddled = database.transaction(async (db) => {
      await insert(db, statement);
      connectionOf(database.writer).exec(statement);
    });
    const ends = await Promise.allSettled([before, meddled]);
    expect(ends).toMatchObject(ends.map(() => ({ status: "rejected", reason: REFUSED })));
    await write(`after ${statement}`);
  }

  expect(stored()).toEqual(expect.arrayContaining(meddling.map((statement) => `after ${statement}`)));
});

test("one that never ends keeps those before it waiting, who are stored, and nobody behind it", async () => {
  const before = write("before");
  const stuck = database.transaction(async (db) => {
    await insert(db, "stuck");
    await new Promise<never>(() => undefined);
  });
  const behind = write("behind");

  await expect(stuck).rejects.toMatchObject(REFUSED);
  await Promise.all([before, behind]);

  expect(stored()).toEqual(["before", "behind"]);
});

test("the last ones before the end are stored", async () => {
  const last = [write("last"), write("very last")];
  await database.close();
  await Promise.all(last);

  expect(stored()).toEqual(["last", "very last"]);
  database = await openDatabase();
});

test("events of transactions that share a commit come after it, and none of one that was refused", async () => {
  const forum = await Forum.open();
  const file = new Sqlite(join(forum.app.config.dataDir, "luntan.db"), { readonly: true });
  const description = file.prepare<[], string>("SELECT DISTINCT description FROM categories").pluck();
  const heard: string[] = [];
  const emit = ({ type }: DomainEvent): void => void heard.push(`${type}: ${description.all().join()}`);
  const describe = (name: string, refusal?: DomainError) =>
    inTransaction({ ...forum.app.context(), emit }, async (ctx) => {
      await run(ctx, "UPDATE categories SET description = ?", [name]);
      ctx.emit(defineEvent<null>(name)(null));
      if (refusal) throw refusal;
    });
  try {
    const refusal = new DomainError("NOT_FOUND");
    const all = [describe("one"), describe("two", refusal), describe("three"), describe("four")];
    const ends = await Promise.allSettled(all);

    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(heard).toEqual(["one: four", "three: four", "four: four"]);
  } finally {
    file.close();
    await forum.close();
  }
});

test("a joined transaction of the program's own is the one that is open", async () => {
  const forum = await Forum.open();
  try {
    const both = forum.write(async (ctx) => {
      await run(ctx, "UPDATE categories SET description = 'outer'");
      await inTransaction(ctx, (ctx) => run(ctx, "UPDATE categories SET description = 'inner'"));
      throw new DomainError("CONFLICT");
    });
    await expect(both).rejects.toMatchObject({ code: "CONFLICT" });
    const found = await forum.rows<{ description: string }>("SELECT DISTINCT description FROM categories");
    expect(found.map(({ description }) => description)).not.toContain("inner");
  } finally {
    await forum.close();
  }
});
