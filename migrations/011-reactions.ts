import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Adds where moved replies went, so that threads can be merged and split, and which reaction each like is. */
export class Reactions1764000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [
      c.int("movedNumber", { default: 0 }),
      c.ref("mergedIntoId", { nullable: true }),
    ]);
    await createTable(runner, {
      name: "post_moves",
      columns: [
        c.ref("threadId", { primary: true }),
        c.int("number", { primary: true }),
        c.ref("postId", { nullable: true }),
        c.ref("toThreadId", { nullable: true }),
      ],
      references: { threadId: "threads", postId: "posts", toThreadId: "threads" },
    });
    await addColumns(runner, "threads", [c.varchar("reactions", 400, { default: "" })]);
    await addColumns(runner, "posts", [c.varchar("reactions", 400, { default: "" })]);
    for (const [table, column] of [
      ["thread_likes", "threadId"],
      ["post_likes", "postId"],
    ] as const) {
      await addColumns(runner, table, [c.varchar("reaction", 32, { default: "" })]);
      await addIndexes(runner, table, [[column, "reaction"]]);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
