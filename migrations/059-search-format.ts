import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Version of the words in the search index of MySQL and MariaDB, and the place of a rebuild. */
export class SearchFormat1764000000059 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "search_state", [
      c.int("format", { default: 1 }),
      c.varchar("rebuildKind", 10, { nullable: true }),
      c.ref("rebuildBelow", { nullable: true }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
