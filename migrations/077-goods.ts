import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Goods of threads, and of drafts as they are typed. */
export class Goods1764000000077 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [c.bool("hasGoods", { default: false })]);
    await addColumns(runner, "drafts", [c.varchar("goodsJson", 4_000, { default: "" })]);
    await createTable(runner, {
      name: "goods",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.varchar("title", 200),
        c.varchar("url", 1_000),
        { ...c.cents("priceCents"), isNullable: true },
        c.varchar("shopName", 100),
        c.ref("imageId", { nullable: true }),
        c.time("createdAt"),
      ],
      references: { threadId: "threads", imageId: "attachments" },
      uniques: [["threadId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
