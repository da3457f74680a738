import type { DataSource, QueryRunner } from "typeorm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addColumns, addIndexes, columnsFor, createTable } from "../../migrations/kit.ts";
import { Forum } from "../support/forum.ts";

/** The tools of later migrations, on a table that has rows; DDL commits by itself on MariaDB, so each runs twice. */

let forum: Forum;
let runner: QueryRunner;
beforeAll(async () => {
  forum = await Forum.open();
  const { writer, source } = forum.database as unknown as { writer?: DataSource; source?: DataSource };
  runner = (writer ?? source)!.createQueryRunner();
});
afterAll(async () => {
  await runner.release();
  await forum.close();
});

async function createShelves(): Promise<void> {
  const { id, ref, varchar } = columnsFor(runner);
  await createTable(runner, {
    name: "shelves",
    columns: [id(), varchar("name", 40), ref("ownerId", { nullable: true })],
    references: { ownerId: "users" },
    namedIndexes: { ix_shelves_short: ["name", "ownerId"] },
    uniques: [["name"]],
  });
}

test("a table is created once, and its foreign key holds", async () => {
  await createShelves();
  await runner.query("INSERT INTO shelves (name) VALUES ('tea')");
  await createShelves();

  expect(await runner.query("SELECT name, ownerId FROM shelves")).toEqual([{ name: "tea", ownerId: null }]);
  const table = await runner.getTable("shelves");
  expect(table!.indices.map(({ name }) => name).sort()).toEqual(["ix_shelves_name", "ix_shelves_short"]);
  await expect(runner.query("INSERT INTO shelves (name, ownerId) VALUES ('rice', 999999)")).rejects.toThrow(
    /foreign key/i,
  );
});

test("columns and indexes are added to a table that has rows, and a second run changes nothing", async () => {
  const { bool, int, ref, text, varchar } = columnsFor(runner);
  const addAll = async (): Promise<void> => {
    await addColumns(runner, "shelves", [
      varchar("color", 20, { default: "red" }),
      int("sort", { default: 7 }),
      bool("isOpen", { default: true }),
      text("note", { nullable: true }),
      ref("categoryId", { nullable: true }),
    ]);
    await addIndexes(runner, "shelves", [["sort", "id"]]);
  };
  await addAll();
  await runner.query("UPDATE shelves SET color = 'green'");
  await addAll();

  expect(await runner.query("SELECT * FROM shelves")).toEqual([
    { id: 1, name: "tea", ownerId: null, color: "green", sort: 7, isOpen: 1, note: null, categoryId: null },
  ]);
  const table = await runner.getTable("shelves");
  expect(table!.indices.map(({ name }) => name).sort()).toEqual([
    "ix_shelves_name",
    "ix_shelves_short",
    "ix_shelves_sort_id",
  ]);
});
