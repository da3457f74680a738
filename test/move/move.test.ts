import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_LOGINS } from "../../server/cli/demo/people.ts";
import { moveForum } from "../../server/transfer/move/move.ts";
import { DEMO_PASSWORD, seedInto } from "../../server/cli/seed.ts";
import type { Config } from "../../server/config.ts";
import { run } from "../../server/core/sql.ts";
import { INVARIANTS, violationSql } from "../../server/features/money/checks/invariants.sql.ts";
import { ensureTables, insertRow, tableNamed } from "../../server/features/plugins/server-part/tables.sql.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";

/** SQLite needs a server to move to: the other suites have one. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 300_000;

const ODD = "𝒳 🐉 \u0000 \u0001 \\ ' \" ` \u001a \r\n\t % _ \u200b \uffff 论坛  ";
const LARGEST = Number.MAX_SAFE_INTEGER;
const LONGITUDE = -179.999_999_999_999_97;
const VOTES = tableNamed("odd-votes", "votes");

let folder: string;
let other: string;
let config: Config;
let database: { url: string; drop(): Promise<void> };
/** Rows of the forum before it was moved. */
let before: Record<string, unknown[]>;
let messages: string;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  [folder, other] = ["luntan-move-", "luntan-move-back-"].map((name) =>
    mkdtempSync(join(tmpdir(), name)),
  ) as [string, string];
  database = await createServerDatabase();
  const forum = await Forum.open({ env: { DATA_DIR: folder, DATABASE_URL: "" } });
  ({ config } = forum.app);
  await seedInto(forum.app, { force: false, threads: 60, tell: () => undefined });
  await live(forum);
  await forum.close();
  before = rowsOf(folder);
}, PATIENCE_MS);
afterAll(async () => {
  await database?.drop();
  for (const each of [folder, other]) if (each) rmSync(each, { recursive: true, force: true });
});

/** People write, pay and vote, and columns get all that they can hold. */
async function live(forum: Forum): Promise<void> {
  const admin = await forum.admin();
  const [ada, bo] = [await forum.member(), await forum.member()];
  for (const { id } of [ada, bo])
    await admin.graphql(`mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { id } }`, {
      input: { userId: id, amountCents: 12_345, reason: "Prize" },
    });
  const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id body } }`;
  messages = (await ada.graphql(send, { input: { userId: bo.id, body: "明天见 🐉" } })).sendMessage
    .body as string;
  const ctx = forum.app.context();
  await ensureTables(ctx, "odd-votes", [
    {
      name: "votes",
      columns: [
        { name: "voter", kind: "member", optional: false },
        { name: "choice", kind: "text", optional: false },
        { name: "reason", kind: "long", optional: true },
        { name: "isFirm", kind: "flag", optional: true },
        { name: "votedAt", kind: "time", optional: false },
      ],
      uniques: [["voter", "choice"]],
      indexes: [["votedAt"]],
    },
  ]);
  await forum.write(async (ctx) => {
    const vote = [
      ["voter", LARGEST],
      ["choice", ODD],
      ["reason", ODD.repeat(20_000)],
      ["votedAt", new Date(0)],
    ] as const;
    await insertRow(ctx, VOTES, vote);
    await insertRow(ctx, VOTES, [
      ["voter", -1],
      ["choice", ""],
      ["isFirm", true],
    ]);
    await run(ctx, `DELETE FROM ${VOTES} WHERE voter = -1`);
    await run(
      ctx,
      "UPDATE threads SET longitude = ?, latitude = 0.1 WHERE id = (SELECT MIN(id) FROM threads)",
      [LONGITUDE],
    );
    await run(ctx, "UPDATE threads SET body = ? WHERE id = (SELECT MAX(id) FROM threads)", [ODD]);
    await run(ctx, "INSERT INTO program_marks (name, value, at) VALUES (?, ?, ?)", [
      "odd \u0000 🐉",
      "",
      new Date(Date.UTC(1970, 0, 1, 0, 0, 0, 7)),
    ]);
  });
  await forum.delivered();
}

/** All rows of the file in a folder, but for the index of each engine. */
function rowsOf(dataDir: string): Record<string, unknown[]> {
  const file = new Sqlite(join(dataDir, "luntan.db"), { readonly: true });
  try {
    const names = file
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
      .filter((name) => !/^(search_|migrations$|sqlite_sequence$)/.test(name));
    const tables = names.map((name) => {
      const columns = file
        .prepare<[string], string>("SELECT name FROM pragma_table_info(?) ORDER BY name")
        .pluck()
        .all(name);
      const list = columns.map((column) => `\`${column}\``).join(", ");
      return [
        name,
        file.prepare(`SELECT ${list} FROM \`${name}\` ORDER BY ${list}`).safeIntegers().all(),
      ] as const;
    });
    const ids = file
      .prepare(
        "SELECT name, seq FROM sqlite_sequence WHERE seq > 0 AND name NOT IN ('search_queue', 'migrations') ORDER BY name",
      )
      .all();
    return Object.fromEntries([...tables, ["ids", ids]]);
  } finally {
    file.close();
  }
}

const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

async function asServer<T>(sql: string): Promise<T[]> {
  const connection = await createConnection({ uri: database.url, dateStrings: true });
  try {
    return (await connection.query(sql))[0] as T[];
  } finally {
    await connection.end();
  }
}

onServer(
  "a forum moves to a database server and back, equal row by row, and the old database stays as it was",
  async () => {
    const old = digestOf(join(folder, "luntan.db"));
    const lines: string[] = [];

    await moveForum(config, database.url, (line) => void lines.push(line));

    const count = Object.values(before).reduce((sum, rows) => sum + rows.length, 0) - before["ids"]!.length;
    const tables = Object.keys(before).length - 1;
    expect(lines[0]).toMatch(
      new RegExp(`^Copying ${count} rows of ${tables} tables from SQLite \\(.+\\) to mysql://`),
    );
    expect(lines).toContain(`Moved: ${count} rows of ${tables} tables, equal on both sides.`);
    expect(lines.join("\n")).toContain("Set DATABASE_URL to the address that you gave here");
    expect(digestOf(join(folder, "luntan.db"))).toBe(old);
    expect(rowsOf(folder)).toEqual(before);
    const [vote] = await asServer<Record<string, unknown>>(`SELECT * FROM ${VOTES}`);
    expect(vote).toMatchObject({
      voter: LARGEST,
      choice: ODD,
      reason: ODD.repeat(20_000),
      isFirm: null,
      votedAt: "1970-01-01 00:00:00.000",
    });
    const places = "SELECT longitude, latitude FROM threads ORDER BY id LIMIT 1";
    expect(await asServer(places)).toEqual([{ longitude: LONGITUDE, latitude: 0.1 }]);

    copyFileSync(join(folder, "secret.key"), join(other, "secret.key"));
    const back: string[] = [];
    await moveForum(
      { ...config, dataDir: other, databaseUrl: database.url },
      "sqlite",
      (line) => void back.push(line),
    );
    expect(back.join("\n")).toContain("Remove DATABASE_URL from the settings");
    expect(rowsOf(other)).toEqual(before);
  },
  PATIENCE_MS,
);

onServer.each([
  ["on the server", () => ({ DATA_DIR: folder, DATABASE_URL: database.url })],
  ["back in a file", () => ({ DATA_DIR: other, DATABASE_URL: "" })],
])(
  "the moved forum goes on %s: old passwords, messages, money, search, new ids",
  async (_where, env) => {
    const forum = await Forum.open({ env: env() });
    try {
      const { username } = DEMO_LOGINS[0]!;
      const login = `mutation ($input: LoginInput!) { login(input: $input) { expiresAt } }`;
      const input = { username, password: DEMO_PASSWORD };
      expect((await forum.visitor().graphql(login, { input })).login.expiresAt).toBeTruthy();
      await expect(
        forum.visitor().graphql(login, { input: { ...input, password: "another-one" } }),
      ).rejects.toMatchObject({ code: "LOGIN_FAILED" });

      const [message] = await forum.rows<{ body: string }>(
        "SELECT m.body FROM messages m ORDER BY m.id DESC LIMIT 1",
      );
      expect(message!.body).toBe(messages);
      for (const invariant of INVARIANTS) expect(await forum.rows(violationSql(invariant, 0))).toEqual([]);
      const ctx = forum.app.context();
      const vote = await forum.write((inside) =>
        insertRow(inside, VOTES, [
          ["voter", 7],
          ["choice", "tea"],
        ]),
      );
      expect(vote).toBe(3);
      expect(
        await forum.write((inside) =>
          insertRow(inside, VOTES, [
            ["voter", 7],
            ["choice", "tea"],
          ]),
        ),
      ).toBeNull();
      expect(ctx.services.database.engine).toBe(env().DATABASE_URL ? "mysql" : "sqlite");

      await forum.searchable();
      const hits = '{ search(query: "番茄", kind: POST, first: 5) { nodes { snippet } } }';
      expect((await forum.visitor().graphql(hits)).search.nodes.length).toBeGreaterThan(0);
    } finally {
      await forum.close();
    }
  },
  PATIENCE_MS,
);

onServer(
  "a forum moves from one server to another, and of two moves at the same time one is refused",
  async () => {
    const next = await createServerDatabase();
    const onServer = { ...config, databaseUrl: database.url };
    const lines: string[] = [];
    try {
      const moves = [1, 2].map(() => moveForum(onServer, next.url, (line) => void lines.push(line)));
      const ends = await Promise.allSettled(moves);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const { reason } = ends.find((end) => end.status === "rejected")!;
      expect((reason as Error).message).toMatch(/another move reads or fills it|Another move reads or fills/);
      expect(lines).toContainEqual(
        expect.stringMatching(/^Moved: \d+ rows of \d+ tables, equal on both sides/),
      );
    } finally {
      await next.drop();
    }
  },
  PATIENCE_MS,
);
