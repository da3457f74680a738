import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Secrets of webhooks that were replaced and sign for a while longer. */
export class WebhookSecrets1764000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "webhooks", [
      c.text("previousSecret", { nullable: true }),
      c.time("previousUntil", { nullable: true }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
