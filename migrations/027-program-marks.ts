import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** The program notes in its database which version migrated it, and when it last started and wrote. */
export class ProgramMarks1764000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { varchar, time } = columnsFor(runner);
    await createTable(runner, {
      name: "program_marks",
      columns: [varchar("name", 50, { primary: true }), varchar("value", 100), time("at")],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
