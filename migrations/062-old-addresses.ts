import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Addresses of the forum that a community came from. */
export class OldAddresses1764000000062 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "old_addresses",
      columns: [
        c.varchar("addressKey", 64, { primary: true }),
        c.varchar("address", 500),
        c.varchar("target", 500),
      ],
    });
    await createTable(runner, {
      name: "former_forums",
      columns: [
        c.varchar("source", 20, { primary: true }),
        c.int("postsPerPage"),
        c.varchar("basePath", 100),
      ],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
