import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Passkeys that members sign in with. */
export class Passkeys1764000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "passkeys",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("credentialKey", 64),
        c.text("credentialId"),
        c.text("publicKey"),
        c.long("counter"),
        c.varchar("transports", 100),
        c.bool("isBackedUp"),
        c.varchar("userHandle", 64),
        c.varchar("name", 40),
        c.time("createdAt"),
        c.time("lastUsedAt", { nullable: true }),
      ],
      references: { userId: "users" },
      indexes: [["userId"]],
      uniques: [["credentialKey"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
