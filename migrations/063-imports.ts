import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** The community that moved in, and a digest of each record that came, by which a later run finds what changed. */
export class Imports1764000000063 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "imports",
      columns: [
        c.int("id", { primary: true }),
        c.varchar("software", 20),
        c.varchar("address", 255),
        c.int("run"),
        c.time("startedAt"),
        c.time("finishedAt", { nullable: true }),
        c.text("report"),
      ],
    });
    await createTable(runner, {
      name: "imported_records",
      columns: [
        c.varchar("kind", 20, { primary: true }),
        c.varchar("recordKey", 100, { primary: true }),
        c.varchar("digest", 24),
        c.int("run"),
      ],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
