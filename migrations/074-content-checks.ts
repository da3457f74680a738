import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Checks of texts and pictures by an outside service. */
export class ContentChecks1764000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "content_checks",
      columns: [
        c.id(),
        c.varchar("targetKey", 24),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.ref("authorId"),
        c.varchar("state", 10),
        c.varchar("service", 10),
        c.int("round"),
        c.int("attempts"),
        c.time("dueAt", { nullable: true }),
        c.varchar("verdict", 10),
        c.varchar("findings", 2000),
        c.varchar("textHash", 64),
        c.varchar("problem", 100),
        c.time("requestedAt"),
        c.time("checkedAt", { nullable: true }),
      ],
      references: { threadId: "threads", postId: "posts", authorId: "users" },
      indexes: [["dueAt"], ["threadId"], ["postId"], ["authorId"], ["requestedAt"]],
      uniques: [["targetKey"]],
    });
    await createTable(runner, {
      name: "picture_checks",
      columns: [
        c.id(),
        c.varchar("contentHash", 64),
        c.varchar("service", 10),
        c.varchar("verdict", 10),
        c.varchar("findings", 2000),
        c.time("checkedAt"),
      ],
      indexes: [["checkedAt"]],
      uniques: [["contentHash", "service"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
