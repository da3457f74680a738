import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** What was done to stop words together, and what deleted groups were, so that each can be undone as one. */
export class Undo1764000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    const deed = [
      c.id(),
      c.ref("actorId"),
      c.time("createdAt"),
      c.time("undoneAt", { nullable: true }),
      c.ref("undoneById", { nullable: true }),
    ];
    await createTable(runner, {
      name: "stop_word_batches",
      columns: [...deed, c.varchar("action", 10), c.int("wordCount")],
    });
    await createTable(runner, {
      name: "stop_word_batch_items",
      columns: [
        c.ref("batchId", { primary: true }),
        c.varchar("find", 255, { primary: true }),
        c.text("before", { nullable: true }),
        c.text("after", { nullable: true }),
      ],
      references: { batchId: "stop_word_batches" },
    });
    await createTable(runner, { name: "group_deletions", columns: [...deed, c.ref("movedToId")] });
    await createTable(runner, {
      name: "group_deletion_items",
      columns: [
        c.ref("deletionId", { primary: true }),
        c.ref("groupId", { primary: true }),
        c.text("content"),
        c.text("permissions"),
        c.int("memberCount"),
      ],
      references: { deletionId: "group_deletions" },
    });
    await createTable(runner, {
      name: "group_deletion_members",
      columns: [
        c.ref("deletionId", { primary: true }),
        c.ref("groupId", { primary: true }),
        c.ref("userId", { primary: true }),
        c.time("expiresAt", { nullable: true }),
      ],
      references: { deletionId: "group_deletions" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
