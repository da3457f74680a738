import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** Time at which a profile changed last, for programs that keep up; profiles that are there count from their registration. */
export class UserUpdates1764000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "users", [c.time("updatedAt", { nullable: true })]);
    await runner.query("UPDATE users SET updatedAt = createdAt WHERE updatedAt IS NULL");
    await addIndexes(runner, "users", [["updatedAt", "id"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
