import { spawn } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerDatabase, ENGINE, freePort } from "../support/forum.ts";
import { ROOT } from "../support/root.ts";
import { ServerProcess, UNOPTIMIZED } from "../support/serverProcess.ts";

/** SQLite needs a server to move to: the other suites have one. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 300_000;
const SQLITE = { DATABASE_URL: "" };

let forum: ServerProcess;
let database: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  database = ENGINE === "sqlite" ? { url: "", drop: () => Promise.resolve() } : await createServerDatabase();
  forum = await ServerProcess.prepare({ database, settings: SQLITE });
  expect((await forum.run(["seed", "--threads", "40"])).code).toBe(0);
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
});

/** The command says in one line why it does nothing. */
async function expectRefusal(args: string[], why: RegExp, env: Record<string, string> = {}): Promise<void> {
  const { code, output } = await forum.run(["move", ...args], env);
  expect(output.trim().split("\n"), output).toHaveLength(1);
  expect(output).toMatch(why);
  expect(code).toBe(1);
}

async function ask<T>(sql: string): Promise<T[]> {
  const connection = await createConnection(database.url);
  try {
    return (await connection.query(sql))[0] as T[];
  } finally {
    await connection.end();
  }
}

/** Runs a statement on the file of the forum, while no server has it. */
function onFile<T>(sql: string, ...values: (string | number)[]): T[] {
  const file = new Sqlite(join(forum.folder, "luntan.db"), { fileMustExist: true });
  try {
    const statement = file.prepare(sql);
    if (statement.reader) return statement.all(...values) as T[];
    statement.run(...values);
    return [];
  } finally {
    file.close();
  }
}

/** Ends the command without warning once it has begun to copy. */
async function killedWhileCopying(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [...UNOPTIMIZED, "server/cli/luntan.mjs", "move", ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: forum.folder, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const signal = await new Promise((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes("Copying")) child.kill("SIGKILL");
    });
    child.once("close", (_code, by) => resolve(by));
  });
  expect(signal).toBe("SIGKILL");
}

test(
  "a move without a target that can be one is refused in one line, passwords left out",
  async () => {
    await expectRefusal([], /Give one target/);
    await expectRefusal(["sqlite", "sqlite"], /Give one target/);
    await expectRefusal(
      ["postgres://ada:secret@localhost/forum"],
      /postgres:\/\/ada:…@localhost\/forum.* names no/,
    );
    await expectRefusal(["sqlite"], /runs on this database already/);
    const nobody = `mysql://ada:secret@127.0.0.1:${await freePort()}/forum`;
    await expectRefusal([nobody], /mysql:\/\/ada@127.*ECONNREFUSED.*no database server answers/);
    await expectRefusal([nobody], /There is no forum here/, { DATA_DIR: join(forum.folder, "nowhere") });
  },
  PATIENCE_MS,
);

test(
  "a forum that is running is not moved, and goes on",
  async () => {
    await forum.start();
    await expectRefusal(["mysql://ada@127.0.0.1:1/forum"], /Another Luntan server has this database open/);
    expect((await fetch(`${forum.url}/readyz`)).status).toBe(200);
    await forum.stop();
  },
  PATIENCE_MS,
);

onServer(
  "a database that is not there or not empty is not moved into, and nothing is written there",
  async () => {
    await expectRefusal([`${database.url}_missing`], /ER_BAD_DB_ERROR.*CREATE DATABASE/);
    await ask("CREATE TABLE notes (id int PRIMARY KEY)");
    await expectRefusal([database.url], /is not empty: it has 1 tables/);
    expect(await ask("SHOW TABLES")).toHaveLength(1);
    await ask("DROP TABLE notes");
  },
  PATIENCE_MS,
);

onServer(
  "a forum of another version is not moved",
  async () => {
    const [last] = onFile<{ name: string; timestamp: number }>(
      "SELECT name, timestamp FROM migrations ORDER BY id DESC LIMIT 1",
    );
    onFile("DELETE FROM migrations WHERE name = ?", last!.name);
    await expectRefusal([database.url], /older than this program: 1 migrations.*luntan migrate/);
    onFile("INSERT INTO migrations (timestamp, name) VALUES (?, ?)", last!.timestamp, last!.name);
    onFile("INSERT INTO migrations (timestamp, name) VALUES (?, ?)", 1764000009999, "Future1764000009999");
    await expectRefusal([database.url], /does not know Future1764000009999/);
    onFile("DELETE FROM migrations WHERE name = ?", "Future1764000009999");
    expect(await ask("SHOW TABLES")).toEqual([]);
  },
  PATIENCE_MS,
);

onServer(
  "a value that the other engine does not take is named with its row, and the move begins again once it is corrected",
  async () => {
    const [user] = onFile<{ id: number; nickname: string }>("SELECT id, nickname FROM users LIMIT 1");
    onFile("UPDATE users SET nickname = ? WHERE id = ?", "x".repeat(1_000), user!.id);
    const refused = await forum.run(["move", database.url]);
    expect(refused.output).toMatch(new RegExp(`move: users, id ${user!.id}: .*nickname.* Correct it`));
    expect(refused.code).toBe(1);
    onFile("UPDATE users SET nickname = ? WHERE id = ?", user!.nickname, user!.id);
  },
  PATIENCE_MS,
);

onServer(
  "a move that is killed leaves a database on which nothing starts, and a second run finishes it",
  async () => {
    await killedWhileCopying([database.url], {});

    const onTarget = { DATABASE_URL: database.url };
    for (const command of [["start"], ["start", "--force"], ["migrate"]]) {
      const { code, output } = await forum.run(command, onTarget);
      expect(code).toBe(1);
      expect(output.trim().split("\n"), output).toHaveLength(1);
      expect(output).toMatch(
        /A move or a restore into this database has not finished.*Run `luntan move` or `luntan restore` again/,
      );
    }
    expect((await forum.run(["doctor"], onTarget)).output).toMatch(
      /FAIL +database: A move or a restore into this database has not finished.*\n +→ Run `luntan move` or `luntan restore` again/,
    );
    // The old database is as good as before.
    expect((await forum.run(["doctor"])).code).toBe(0);

    const again = await forum.run(["move", database.url]);
    expect(again.output).toMatch(/an earlier move that did not finish.*was removed[^]*equal on both sides/);
    expect(again.code).toBe(0);
    const healthy = await forum.run(["doctor"], onTarget);
    expect(healthy.output).toMatch(/ok +money: the books balance/);
    expect(healthy.code, healthy.output).toBe(0);
    await expectRefusal([database.url], /is not empty/);
    await expectRefusal([database.url], /runs on this database already/, onTarget);
  },
  PATIENCE_MS,
);

onServer(
  "the way back refuses a file that is there and a server that runs, and survives a kill as well",
  async () => {
    const onTarget = { DATABASE_URL: database.url };
    await expectRefusal(["sqlite"], /luntan\.db holds a database already/, onTarget);
    for (const ending of ["", "-wal", "-shm"])
      if (existsSync(join(forum.folder, `luntan.db${ending}`)))
        renameSync(join(forum.folder, `luntan.db${ending}`), join(forum.folder, `old.db${ending}`));
    await ask(
      "INSERT INTO processes (id, host, pid, startedAt, seenAt) VALUES ('a', 'here', 7, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)",
    );
    await expectRefusal(["sqlite"], /A server has mysql:.* open: here \(7\)\. Stop it first/, onTarget);
    await ask("DELETE FROM processes");

    await killedWhileCopying(["sqlite"], onTarget);
    const refused = await forum.run(["start"]);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining("has not finished") as string,
    ]);
    expect((await forum.run(["doctor"])).output).toMatch(
      /FAIL +database: A move or a restore into this database/,
    );

    const again = await forum.run(["move", "sqlite"], onTarget);
    expect(again.output).toMatch(/an earlier move that did not finish.*was removed[^]*equal on both sides/);
    expect((await forum.run(["doctor"])).code).toBe(0);
    await forum.start();
    expect(await forum.ask("{ categories { id } }")).toHaveProperty("categories");
    await forum.stop();
  },
  PATIENCE_MS,
);
