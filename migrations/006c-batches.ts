import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** What staff did to several threads at once, so that it can be undone at once. */
export class Batches1764000000062 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "moderation_batches",
      columns: [
        c.id(),
        c.ref("actorId"),
        c.varchar("action", 20),
        c.varchar("reason", 255),
        c.time("createdAt"),
        c.time("undoneAt", { nullable: true }),
        c.ref("undoneById", { nullable: true }),
      ],
      references: { actorId: "users" },
    });
    await createTable(runner, {
      name: "moderation_batch_items",
      columns: [
        c.ref("batchId", { primary: true }),
        c.ref("threadId", { primary: true }),
        c.text("before"),
        c.text("after"),
      ],
      references: { batchId: "moderation_batches", threadId: "threads" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
