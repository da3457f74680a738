import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Texts that several people searched for without finding anything, by day. */
export class FruitlessSearches1764000000065 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "fruitless_searches",
      columns: [
        c.varchar("day", 10, { primary: true }),
        c.varchar("words", 200, { primary: true }),
        c.int("askerCount"),
      ],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
