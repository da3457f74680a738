import type { MigrationInterface, QueryRunner } from "typeorm";
import { convertTables } from "../server/database/collation.ts";

/**
 * Makes names equal by code point on MySQL and MariaDB too: tables that were created with the server's defaults took
 * "é" for "e" and one emoji for another.
 */
export class Collation1764000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === "better-sqlite3") return;
    await convertTables(
      (sql, values) => runner.query(sql, values),
      undefined,
      (message) => {
        process.stdout.write(`${message}\n`);
      },
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
