import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Adds what moderators need where the problem is: locks, pins and bans that end, warnings, notes, undoable bans. */
export class Moderation1764000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [
      c.time("lockedAt", { nullable: true }),
      c.varchar("lockReason", 400, { nullable: true }),
      c.time("stickyUntil", { nullable: true }),
    ]);
    await addColumns(runner, "users", [c.time("bannedUntil", { nullable: true })]);
    await addColumns(runner, "moderation_batches", [
      c.ref("userId", { nullable: true }),
      c.text("memberBefore", { nullable: true }),
      c.text("memberAfter", { nullable: true }),
    ]);
    await createTable(runner, {
      name: "moderation_batch_posts",
      columns: [
        c.ref("batchId", { primary: true }),
        c.ref("postId", { primary: true }),
        c.text("before"),
        c.text("after"),
      ],
      references: { batchId: "moderation_batches", postId: "posts" },
    });
    await createTable(runner, {
      name: "member_remarks",
      columns: [
        c.id(),
        c.ref("userId"),
        c.ref("authorId"),
        c.varchar("kind", 12),
        c.text("body"),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.time("createdAt"),
      ],
      references: { userId: "users", authorId: "users", threadId: "threads", postId: "posts" },
      indexes: [["userId", "id"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
