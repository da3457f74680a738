import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Mailed codes and second factors. */
export class SignIn1764000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "sign_in_codes",
      columns: [
        c.varchar("id", 64, { primary: true }),
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
    await createTable(runner, {
      name: "second_factors",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("secret", 255),
        c.int("lastStep"),
        c.text("recoveryCodes"),
        c.time("createdAt"),
        c.time("confirmedAt", { nullable: true }),
      ],
      references: { userId: "users" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
