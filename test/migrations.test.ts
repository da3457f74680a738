import { DataSource } from "typeorm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "./support/forum.ts";

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
