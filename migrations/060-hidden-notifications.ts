import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** Notifications about texts that cannot be seen now, and an index by which those of a text are read. */
export class HiddenNotifications1764000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addIndexes(runner, "notifications", [["threadId", "postId"]]);
    await createTable(runner, {
      name: "hidden_notifications",
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
      ],
      references: { userId: "users" },
      indexes: [["threadId", "postId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
