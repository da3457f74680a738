import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes } from "./kit.ts";

/** Finds the tips of a thread. */
export class Withdrawals1764000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, "orders", [["threadId", "kind", "state", "userId"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
