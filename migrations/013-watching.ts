import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** What members watch by themselves, their lists of it, and news that waits with what is held back. */
export class Watching1764000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "watch_choices",
      columns: [c.ref("userId", { primary: true }), c.bool("watchReplied"), c.time("changedAt")],
      references: { userId: "users" },
    });
    await createTable(runner, {
      name: "held_news",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.ref("postId", { nullable: true }),
        c.varchar("type", 60),
        c.text("payload"),
        c.time("createdAt"),
      ],
      references: { threadId: "threads" },
      indexes: [["threadId", "postId"]],
    });
    await addIndexes(runner, "watches", [["userId", "target", "changedAt", "targetId"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
