import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Members whom the staff keeps from publishing. */
export class Silence1764000000076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "users", [
      c.time("silencedUntil", { nullable: true }),
      c.varchar("silenceReason", 200, { default: "" }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
