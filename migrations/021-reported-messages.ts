import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** Private messages can be reported, and taken away for both because of that. */
export class ReportedMessages1764000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { ref, time } = columnsFor(runner);
    await addColumns(runner, "reports", [ref("messageId", { nullable: true })]);
    await addIndexes(runner, "reports", [["messageId"]]);
    await addColumns(runner, "messages", [
      time("removedAt", { nullable: true }),
      ref("removedById", { nullable: true }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
