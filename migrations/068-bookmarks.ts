import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Notes, folders and reminders of bookmarks. */
export class Bookmarks1764000000068 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "bookmark_folders",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("name", 30),
        c.varchar("nameKey", 100),
        c.int("position"),
        c.time("createdAt"),
      ],
      references: { userId: "users" },
      uniques: [["userId", "nameKey"]],
    });
    await addColumns(runner, "thread_favorites", [
      c.varchar("note", 500, { default: "" }),
      c.ref("folderId", { nullable: true }),
      c.time("remindAt", { nullable: true }),
    ]);
    await addIndexes(runner, "thread_favorites", [["folderId", "createdAt", "threadId"], ["remindAt"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
