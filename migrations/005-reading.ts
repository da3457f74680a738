import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** How far members have read threads, and what they report to the moderators. */
export class Reading1764000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "read_marks",
      columns: [
        c.ref("userId", { primary: true }),
        c.ref("threadId", { primary: true }),
        c.int("number"),
        c.time("readAt"),
      ],
      references: { userId: "users", threadId: "threads" },
      indexes: [["userId", "readAt", "threadId"]],
    });
    await createTable(runner, {
      name: "reports",
      columns: [
        c.id(),
        c.ref("reporterId"),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.ref("userId", { nullable: true }),
        c.varchar("targetKey", 24),
        c.varchar("openKey", 48, { nullable: true }),
        c.varchar("reason", 12),
        c.text("detail"),
        c.varchar("status", 12),
        c.ref("handledById", { nullable: true }),
        c.time("handledAt", { nullable: true }),
        c.time("createdAt"),
        c.time("updatedAt"),
      ],
      references: {
        reporterId: "users",
        threadId: "threads",
        postId: "posts",
        userId: "users",
        handledById: "users",
      },
      indexes: [
        ["status", "id"],
        ["targetKey", "status"],
      ],
      uniques: [["openKey"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
