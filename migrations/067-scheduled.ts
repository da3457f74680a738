import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** Times at which drafts are published by themselves, why one was refused, and the place that a draft names. */
export class Scheduled1764000000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "drafts", [
      c.varchar("positionJson", 1_000, { default: "" }),
      c.time("publishAt", { nullable: true }),
      c.varchar("problemJson", 2_000, { default: "" }),
    ]);
    await addIndexes(runner, "drafts", [["publishAt"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
