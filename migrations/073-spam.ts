import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** Weights of reports, signs of spam in texts of new members, and the rules by which texts wait. */
export class Spam1764000000073 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "reports", [
      c.int("weight", { default: 0 }),
      c.varchar("weightBasis", 12, { default: "" }),
      c.int("upheldBefore", { default: 0 }),
      c.int("dismissedBefore", { default: 0 }),
    ]);
    await addIndexes(runner, "reports", [["reporterId", "status"]]);
    await createTable(runner, {
      name: "text_assessments",
      columns: [
        c.id(),
        c.ref("authorId"),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.varchar("print", 43, { nullable: true }),
        c.int("score"),
        c.varchar("signs", 200),
        c.time("createdAt"),
      ],
      references: { authorId: "users", threadId: "threads", postId: "posts" },
      indexes: [["authorId", "createdAt"], ["print", "createdAt"], ["createdAt"], ["threadId"], ["postId"]],
    });
    await createTable(runner, {
      name: "content_holds",
      columns: [
        c.id(),
        c.varchar("targetKey", 24),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.varchar("reason", 12),
        c.int("score"),
        c.int("reportCount"),
        c.ref("lastReportId"),
        c.time("heldAt"),
        c.time("decidedAt", { nullable: true }),
      ],
      references: { threadId: "threads", postId: "posts" },
      indexes: [["threadId"], ["postId"]],
      uniques: [["targetKey"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
