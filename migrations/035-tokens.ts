import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Tokens that programs use instead of a sign-in, and the secrets by which they are recognised. */
export class Tokens1764000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "access_tokens",
      columns: [
        c.id(),
        c.varchar("kind", 12),
        c.ref("userId"),
        c.ref("createdById"),
        c.varchar("name", 60),
        c.bool("mayWrite"),
        c.varchar("areas", 100),
        c.text("permissions", { nullable: true }),
        c.text("categoryIds", { nullable: true }),
        c.text("addressRanges"),
        c.time("createdAt"),
        c.time("expiresAt", { nullable: true }),
        c.time("lastUsedAt", { nullable: true }),
      ],
      references: { userId: "users", createdById: "users" },
      indexes: [["userId", "kind"], ["createdById"], ["kind"]],
    });
    await createTable(runner, {
      name: "access_token_secrets",
      columns: [
        c.id(),
        c.ref("tokenId"),
        c.varchar("hash", 64),
        c.time("createdAt"),
        c.time("endsAt", { nullable: true }),
      ],
      references: { tokenId: "access_tokens" },
      indexes: [["tokenId"]],
      uniques: [["hash"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
