import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Colours of categories. */
export class Lists1764000000005 implements MigrationInterface {
  name = "Lists1764000000005";

  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "categories", [c.varchar("color", 7, { default: "" })]);
  }

  async down(): Promise<void> {
    // Migrations go forward only.
  }
}
