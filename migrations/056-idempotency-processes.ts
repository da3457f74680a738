import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** The process that runs a request with a key, so that the key is free again when the process has died. */
export class IdempotencyProcesses1764000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "idempotency_keys", [c.varchar("processId", 36, { default: "" })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
