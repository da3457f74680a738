import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/**
 * What is computed from a text is stored beside it. Rows stay as they are: adding a column that allows NULL is quick however
 * large the table is, and the job that renders by newer rules fills it in, some rows at a time.
 */
export class PlainText1764000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, varchar } = columnsFor(runner);
    await addColumns(runner, "posts", [
      varchar("excerpt", 1000, { nullable: true }),
      text("plainText", { nullable: true }),
    ]);
    await addColumns(runner, "threads", [text("plainText", { nullable: true })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
