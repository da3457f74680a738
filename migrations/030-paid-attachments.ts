import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Prices of the files of threads. */
export class PaidAttachments1764000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    for (const table of ["threads", "drafts"])
      await addColumns(runner, table, [{ ...c.cents("attachmentPriceCents"), default: 0 }]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
