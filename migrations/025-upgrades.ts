import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** Groups that are bought: periods of members, orders for them, and what returns after them. */
export class Upgrades1764000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "groups", [c.bool("isForSale", { default: true })]);
    await addColumns(runner, "orders", [c.ref("groupId", { nullable: true })]);
    await addColumns(runner, "entitlements", [c.ref("groupId", { nullable: true })]);
    await addColumns(runner, "users", [
      c.ref("returnGroupId", { nullable: true }),
      c.time("returnGroupExpiresAt", { nullable: true }),
    ]);
    await addColumns(runner, "payments", [c.time("askedAt", { nullable: true })]);
    await addIndexes(runner, "entitlements", [["groupId", "endsAt"]]);
    await addIndexes(runner, "users", [["groupExpiresAt"]]);
    await addIndexes(runner, "payments", [["state", "askedAt"]]);
    await runner.query(
      "UPDATE orders SET method = 'OUTSIDE' WHERE id IN (SELECT p.orderId FROM payments p WHERE p.outcome = 'ORDER')",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
