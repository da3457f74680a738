import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Addresses that are called when something happens, and the log of the calls. */
export class Webhooks1764000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "webhooks",
      columns: [
        c.id(),
        c.varchar("url", 500),
        c.text("secret"),
        c.text("events"),
        c.bool("isEnabled"),
        c.ref("createdById"),
        c.time("createdAt"),
        c.time("failingSince", { nullable: true }),
      ],
      references: { createdById: "users" },
      indexes: [["createdById"]],
    });
    await createTable(runner, {
      name: "webhook_calls",
      columns: [
        c.id(),
        c.ref("webhookId"),
        c.varchar("eventId", 60),
        c.varchar("event", 40),
        c.varchar("thing", 20),
        c.text("payload"),
        c.varchar("state", 10),
        c.int("attempts"),
        c.time("createdAt"),
        c.time("dueAt"),
        c.int("status", { nullable: true }),
        c.varchar("problem", 200),
        c.time("calledAt", { nullable: true }),
      ],
      references: { webhookId: "webhooks" },
      indexes: [
        ["state", "dueAt", "id"],
        ["webhookId", "id"],
        ["webhookId", "thing", "state", "id"],
      ],
      uniques: [["webhookId", "eventId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
