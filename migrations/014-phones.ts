import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Codes have a purpose, since text messages bring some, too. Those under way end: they last ten minutes. */
export class Phones1764000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "one_time_codes",
      columns: [
        c.varchar("id", 64, { primary: true }),
        c.varchar("purpose", 20),
        c.varchar("account", 64),
        c.ref("userId", { nullable: true }),
        c.varchar("state", 64),
        c.int("guesses"),
        c.time("issuedAt"),
        c.time("expiresAt"),
      ],
      references: { userId: "users" },
      indexes: [["expiresAt"], ["userId"]],
    });
    await runner.dropTable("sign_in_codes", true);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
