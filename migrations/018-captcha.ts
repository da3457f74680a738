import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Captchas that were handed in, so that none counts twice. */
export class Captcha1764000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "captcha_uses",
      columns: [c.varchar("id", 64, { primary: true }), c.time("expiresAt")],
      indexes: [["expiresAt"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
