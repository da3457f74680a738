import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Notices that members have deleted, for the minutes in which that can be undone. */
export class DeletedNotices1764000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "deleted_notices",
      columns: [
        c.ref("id", { primary: true }),
        c.ref("userId"),
        c.varchar("type", 24),
        c.varchar("kind", 40),
        c.int("entry"),
        c.ref("actorId", { nullable: true }),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.varchar("why", 20),
        c.varchar("groupKey", 60),
        c.int("times"),
        c.text("data"),
        c.time("readAt", { nullable: true }),
        c.time("createdAt"),
        c.time("deletedAt"),
      ],
      references: { userId: "users" },
      indexes: [["deletedAt"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
