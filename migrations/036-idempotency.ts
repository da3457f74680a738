import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Keys of requests that run once, with their answers. */
export class Idempotency1764000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "idempotency_keys",
      columns: [
        c.id(),
        c.varchar("keyHash", 64),
        c.varchar("requestHash", 64),
        c.varchar("state", 12),
        c.varchar("contentType", 100),
        c.text("answer"),
        c.time("createdAt"),
      ],
      indexes: [["createdAt"]],
      uniques: [["keyHash"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
