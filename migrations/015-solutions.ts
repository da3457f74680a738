import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Adds which reply was accepted as the answer to a thread. */
export class Solutions1764000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [
      c.ref("solutionId", { nullable: true }),
      c.int("solutionNumber", { nullable: true }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
