import { createConnection, type Connection } from "mysql2/promise";
import type { DataSource, QueryRunner } from "typeorm";
import { afterEach, expect, test } from "vitest";
import { columnsFor, createTable } from "../../migrations/kit.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { publish } from "../threads/content.ts";

/** Tables that a migration which was cut short left with the server's collation, and databases with other defaults. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 240_000;
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`;
const OTHERWISE = `SELECT c.TABLE_NAME AS t, c.COLUMN_NAME AS c FROM information_schema.COLUMNS c
  WHERE c.TABLE_SCHEMA = DATABASE() AND c.COLLATION_NAME NOT IN ('utf8mb4_bin', 'ascii_bin')`;
const TABLES_OTHERWISE = `SELECT t.TABLE_NAME AS t FROM information_schema.TABLES t
  WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_COLLATION <> 'utf8mb4_bin'`;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function newDatabase(): Promise<{ url: string; ask: Connection["query"] }> {
  const { url, drop } = await createServerDatabase();
  undo.push(drop);
  const connection = await createConnection(url);
  undo.push(() => connection.end());
  return { url, ask: connection.query.bind(connection) as Connection["query"] };
}

const openOn = (url: string) => Forum.open({ env: { DATABASE_URL: url } });

/** Puts a database back to before its tables were converted, with the migration that does it still to finish. */
async function unconvert(ask: Connection["query"], collation: string, ...only: string[]): Promise<void> {
  const [tables] = await ask(
    "SELECT t.TABLE_NAME AS t FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME NOT LIKE 'search%'",
  );
  await ask("SET foreign_key_checks = 0");
  for (const { t } of tables as { t: string }[])
    if (only.length === 0 || only.includes(t))
      await ask(`ALTER TABLE \`${t}\` CONVERT TO CHARACTER SET utf8mb4 COLLATE ${collation}`);
  await ask("DELETE FROM migrations");
}

function sourceOf(forum: Forum): DataSource {
  return (forum.database as unknown as { source: DataSource }).source;
}

onServer(
  "a forum whose tables have the server's default keeps its content and tells accents apart after the next start",
  async () => {
    const { url, ask } = await newDatabase();
    const before = await openOn(url);
    const ada = await before.member();
    const thread = await publish(ada, {
      categoryId: await before.categoryId(),
      title: "喝茶 😀",
      body: "#café# 你好",
    });
    await before.close();
    await unconvert(ask, "utf8mb4_general_ci");
    expect(((await ask(OTHERWISE))[0] as unknown[]).length).toBeGreaterThan(50);

    const forum = await openOn(url);
    undo.push(() => forum.close());
    expect((await ask(OTHERWISE))[0]).toEqual([]);
    expect((await ask(TABLES_OTHERWISE))[0]).toEqual([]);
    const found = await forum
      .visitor()
      .graphql(`query ($id: ID!) { thread(id: $id) { title body topics { name } } }`, {
        id: thread.id,
      });
    expect(found.thread).toEqual({ title: "喝茶 😀", body: "#café# 你好", topics: [{ name: "café" }] });
    for (const nickname of ["😀", "😂", "Zoe", "Zoë"]) {
      const input = {
        username: `u${nickname.codePointAt(2) ?? 0}${nickname.codePointAt(0)}`,
        nickname,
        password: "secret-12",
      };
      await forum.visitor().graphql(REGISTER, { input });
    }
    // Nothing else about the tables has changed: types, defaults, keys.
    const log = await sourceOf(forum).driver.createSchemaBuilder().log();
    expect(log.upQueries.map(({ query }) => query)).toEqual([]);
  },
  PATIENCE_MS,
);

onServer(
  "a database whose default is latin1 gets tables of ours, and a table that is made there later as well",
  async () => {
    const { url, ask } = await newDatabase();
    await ask("ALTER DATABASE CHARACTER SET latin1");
    const forum = await openOn(url);
    undo.push(() => forum.close());
    const ada = await forum.member();
    await publish(ada, { categoryId: await forum.categoryId(), title: "喝茶 😀", body: "你好" });
    expect((await ask(OTHERWISE))[0]).toEqual([]);

    const runner: QueryRunner = sourceOf(forum).createQueryRunner();
    try {
      await runner.query("ALTER DATABASE CHARACTER SET latin1");
      const { id, text, varchar } = columnsFor(runner);
      const columns = [id(), varchar("name", 40, { default: "it" }), text("note", { nullable: true })];
      await createTable(runner, { name: "later_table", columns, uniques: [["name"]] });
    } finally {
      await runner.release();
    }
    const [described] = await ask("SHOW FULL COLUMNS FROM later_table");
    expect(
      (described as { Field: string; Type: string; Collation: string; Default: string }[]).map(
        ({ Field, Type, Collation, Default }) => [Field, Type, Collation, Default],
      ),
    ).toEqual([
      ["id", ENGINE === "mysql" ? "bigint" : "bigint(20)", null, null],
      ["name", "varchar(40)", "utf8mb4_bin", "it"],
      ["note", "mediumtext", "utf8mb4_bin", null],
    ]);
  },
  PATIENCE_MS,
);

onServer(
  "rows that would be the same under a key stop the conversion before it changes their table, and are told",
  async () => {
    const { url, ask } = await newDatabase();
    await (await openOn(url)).close();
    // Blanks at the end count there, as they do not in ours.
    await unconvert(ask, ENGINE === "mysql" ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin", "settings");
    await ask("INSERT INTO settings (tag, `key`, value) VALUES ('twice', 'k', '1'), ('twice', 'k ', '2')");

    const refusal = await openOn(url).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(
      /settings cannot become utf8mb4_bin: 2 rows would be the same under its key PRIMARY/,
    );
    expect(refusal).not.toContain("twice");
    expect((await ask("SELECT COUNT(*) AS n FROM settings WHERE tag = 'twice'"))[0]).toEqual([{ n: 2 }]);

    await ask("DELETE FROM settings WHERE tag = 'twice' AND value = '2'");
    await (await openOn(url)).close();
    expect((await ask(OTHERWISE))[0]).toEqual([]);
  },
  PATIENCE_MS,
);

onServer(
  "a column that somebody changed afterwards stops the start, and the doctor names it",
  async () => {
    const { url, ask } = await newDatabase();
    await (await openOn(url)).close();
    await ask(
      "ALTER TABLE users MODIFY nickname VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL",
    );

    const server = await ServerProcess.prepare({ database: { url, drop: () => Promise.resolve() } });
    undo.push(() => server.close());
    const refused = await server.run(["start"]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("users.nickname (utf8mb4_general_ci)");
    expect(refused.output).not.toMatch(/\n\s+at /);
    const doctor = await server.run(["doctor"]);
    expect(doctor.output).toMatch(/FAIL +tables must be utf8mb4_bin.*users\.nickname/);
    expect(doctor.code).toBe(1);
  },
  PATIENCE_MS,
);

onServer(
  "every connection compares, counts time and isolates as the program expects, from its first statement",
  async () => {
    const forum = await Forum.open();
    undo.push(() => forum.close());
    const isolation = ENGINE === "mysql" ? "transaction_isolation" : "tx_isolation";
    const ask = `SELECT @@collation_connection AS collation, @@session.${isolation} AS isolation, @@session.time_zone AS zone,
      @@session.innodb_lock_wait_timeout AS waits, CONNECTION_ID() AS id, SLEEP(0.2) AS slept`;
    const found = await Promise.all(
      Array.from({ length: 10 }, () => forum.rows<Record<string, unknown>>(ask)),
    );
    expect(new Set(found.map(([row]) => row!["id"])).size).toBe(10);
    for (const [row] of found)
      expect(row).toMatchObject({
        collation: "utf8mb4_bin",
        isolation: "READ-COMMITTED",
        zone: "+00:00",
        waits: 5,
      });
  },
  PATIENCE_MS,
);
