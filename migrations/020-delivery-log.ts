import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, dropIndexes } from "./kit.ts";

/** The delivery log is read by state and channel at once: one index in place of one for each. */
export class DeliveryLog1764000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, "notice_dispatches", [["state", "channel", "id"]]);
    await dropIndexes(runner, "notice_dispatches", [
      ["state", "id"],
      ["channel", "id"],
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
