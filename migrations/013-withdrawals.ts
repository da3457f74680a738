import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** Withdrawals, and how to find the tips of a thread. */
export class Withdrawals1764000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addIndexes(runner, "orders", [["threadId", "kind", "state", "userId"]]);
    await createTable(runner, {
      name: "withdrawals",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("state", 20),
        c.cents("amountCents"),
        c.cents("feeCents"),
        c.varchar("receiveAccount", 200),
        c.varchar("note", 200),
        c.time("createdAt"),
        c.time("decidedAt", { nullable: true }),
      ],
      references: { userId: "users" },
      indexes: [
        ["userId", "id"],
        ["userId", "createdAt"],
        ["state", "id"],
      ],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
