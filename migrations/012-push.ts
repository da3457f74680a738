import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Browsers that notices are pushed to, and the key pair that the site proves itself with. */
export class Push1764000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "push_keys",
      columns: [
        c.int("id", { primary: true }),
        c.varchar("publicKey", 100),
        c.varchar("privateKey", 255),
        c.time("createdAt"),
      ],
    });
    await createTable(runner, {
      name: "push_subscriptions",
      columns: [
        c.id(),
        c.ref("userId"),
        c.ref("sessionId"),
        c.varchar("endpointHash", 64),
        c.text("sealed"),
        c.varchar("userAgent", 255),
        c.time("createdAt"),
        c.time("lastUsedAt", { nullable: true }),
      ],
      references: { userId: "users" },
      indexes: [["userId", "id"], ["sessionId"]],
      uniques: [["endpointHash"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
