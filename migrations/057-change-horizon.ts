import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Number up to which the feed of changes keeps the last change of each thing alone; null while it keeps all. */
export class ChangeHorizon1764000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "change_heads", [c.ref("horizonId", { nullable: true })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
