import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Searches that members save, with what is new in them. */
export class SavedSearches1764000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "saved_searches",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("name", 100),
        c.varchar("query", 100),
        c.text("filterJson"),
        c.int("withinDays", { nullable: true }),
        c.varchar("searchKey", 64),
        c.bool("notifies"),
        c.int("newThreadCount", { default: 0 }),
        c.int("newReplyCount", { default: 0 }),
        c.ref("newestThreadId", { nullable: true }),
        c.ref("newestPostId", { nullable: true }),
        c.bool("isBroken", { default: false }),
        c.time("seenAt"),
        c.time("checkedAt"),
        c.time("nextCheckAt"),
        c.time("createdAt"),
      ],
      references: { userId: "users" },
      uniques: [["userId", "searchKey"]],
      indexes: [["nextCheckAt", "id"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
