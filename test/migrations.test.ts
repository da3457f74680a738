import { DataSource } from "typeorm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MysqlDatabase } from "../server/database/mysql.ts";
import { ProgramMark } from "../server/database/programMark.entity.ts";
import { createServerDatabase, ENGINE, Forum } from "./support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

/** The schema that the migrations made, as TypeORM would still change it to fit the entities. */
async function drift(): Promise<string[]> {
  const holder = forum.database as unknown as { writer?: DataSource; source?: DataSource };
  const source = holder.writer ?? holder.source!;
  const log = await source.driver.createSchemaBuilder().log();
  return log.upQueries.map(({ query }) => query);
}

test("migrations and entities agree, so nothing is left to change", async () => {
  expect(await drift()).toEqual([]);
});

test("a forum that starts again on the same database migrates nothing twice", async () => {
  const before = await forum.rows("SELECT m.name FROM migrations m ORDER BY m.id");

  const holder = forum.database as unknown as { writer?: DataSource; source?: DataSource };
  const again = await (holder.writer ?? holder.source!).runMigrations();

  expect(again).toEqual([]);
  expect(await forum.rows("SELECT m.name FROM migrations m ORDER BY m.id")).toEqual(before);
});

let begin = (): void => undefined;
const begun = new Promise<void>((resolve) => (begin = resolve));
let finish = (): void => undefined;
const finished = new Promise<void>((resolve) => (finish = resolve));

/** A migration that takes until it is told to end. */
class Slow1000000000001 {
  async up(): Promise<void> {
    begin();
    await finished;
  }
  async down(): Promise<void> {}
}

const PATIENCE_MS = 120_000;

test.runIf(ENGINE !== "sqlite")(
  "a database is migrated while another one of the same server is",
  async () => {
    const { url, drop } = await createServerDatabase();
    const log = { info() {}, warn() {}, error() {}, isLevelEnabled: () => false };
    const schema = {
      entities: [ProgramMark],
      migrations: [Slow1000000000001],
      version: "1",
      force: false,
      log,
    };
    const slow = MysqlDatabase.open(url, schema).catch(() => null);
    try {
      await begun;
      await (await Forum.open()).close();
    } finally {
      finish();
      await (await slow)?.close();
      await drop();
    }
  },
  PATIENCE_MS,
);
