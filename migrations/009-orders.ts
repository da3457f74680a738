import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Prices of threads, what was bought, orders, and passwords for payments. */
export class Orders1764000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    for (const table of ["threads", "drafts"])
      await addColumns(runner, table, [
        { ...c.cents("priceCents"), default: 0 },
        c.int("freePercent", { default: 0 }),
      ]);
    await addColumns(runner, "attachments", [c.bool("isPaid", { default: false })]);
    await createTable(runner, {
      name: "paid_contents",
      columns: [
        c.ref("threadId", { primary: true }),
        c.text("body"),
        c.text("bodyHtml"),
        c.int("markdownVersion"),
      ],
      references: { threadId: "threads" },
    });
    await createTable(runner, {
      name: "entitlements",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("objectKind", 20),
        c.ref("objectId"),
        c.varchar("source", 120),
        c.time("startsAt"),
        c.time("endsAt", { nullable: true }),
      ],
      references: { userId: "users" },
      uniques: [["userId", "objectKind", "objectId"]],
    });
    await createTable(runner, {
      name: "orders",
      columns: [
        c.id(),
        c.varchar("kind", 20),
        c.varchar("state", 20),
        c.varchar("method", 20, { nullable: true }),
        c.ref("userId"),
        c.ref("payeeId"),
        c.ref("threadId"),
        c.cents("amountCents"),
        c.cents("siteCents"),
        c.cents("payeeCents"),
        c.time("createdAt"),
        c.time("expiresAt"),
        c.time("paidAt", { nullable: true }),
      ],
      references: { userId: "users", payeeId: "users", threadId: "threads" },
      indexes: [
        ["userId", "state", "id"],
        ["state", "expiresAt"],
        ["state", "id"],
      ],
    });
    await createTable(runner, {
      name: "pay_passwords",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("salt", 32),
        c.varchar("digest", 64),
        c.time("changedAt"),
      ],
      references: { userId: "users" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
