import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Previews that staff removed for good. */
export class ForgottenPreviews1764000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "link_previews", [c.time("forgottenAt", { nullable: true })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
