import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Hashes of passwords that another forum has made. */
export class ForeignPasswords1764000000061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "foreign_passwords",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("scheme", 20),
        c.varchar("hash", 255),
        c.varchar("salt", 64),
        c.varchar("charset", 10),
      ],
      references: { userId: "users" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
