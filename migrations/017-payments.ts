import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Payments that come through providers. */
export class Payments1764000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "payments",
      columns: [
        c.id(),
        c.varchar("number", 32),
        c.varchar("provider", 20),
        c.varchar("state", 20),
        c.ref("userId"),
        c.ref("orderId", { nullable: true }),
        c.cents("amountCents"),
        c.varchar("currency", 3),
        c.varchar("reference", 200),
        c.varchar("transactionId", 100, { nullable: true }),
        c.text("redirectTo", { nullable: true }),
        c.text("codeText", { nullable: true }),
        c.varchar("outcome", 20, { nullable: true }),
        c.varchar("problem", 20, { nullable: true }),
        c.int("refundAttempts"),
        c.varchar("refundReason", 200),
        c.time("createdAt"),
        c.time("expiresAt"),
        c.time("paidAt", { nullable: true }),
        c.time("refundedAt", { nullable: true }),
      ],
      references: { userId: "users", orderId: "orders" },
      indexes: [["userId", "id"], ["state", "id"], ["orderId"]],
      uniques: [["number"], ["provider", "transactionId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
