import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** Notices that leave the site: what is to be sent, and where members are reached. */
export class Channels1764000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "notice_dispatches",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("channel", 10),
        c.varchar("subject", 40),
        c.varchar("kind", 40),
        c.varchar("state", 12),
        c.ref("letterId", { nullable: true }),
        c.int("attempts"),
        c.time("dueAt"),
        c.time("createdAt"),
        c.time("doneAt", { nullable: true }),
        c.varchar("error", 200),
      ],
      references: { userId: "users" },
      indexes: [
        ["state", "dueAt", "id"],
        ["userId", "channel", "state", "doneAt"],
        ["letterId"],
        ["state", "id"],
        ["channel", "id"],
      ],
      uniques: [["subject", "channel"]],
    });
    await createTable(runner, {
      name: "channel_addresses",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("channel", 10, { primary: true }),
        c.varchar("address", 255),
        c.varchar("addressKey", 255, { nullable: true }),
        c.time("verifiedAt", { nullable: true }),
        c.varchar("pendingAddress", 255),
        c.time("pendingSince", { nullable: true }),
        c.int("failures"),
        c.time("suppressedAt", { nullable: true }),
        c.time("digestDueAt", { nullable: true }),
      ],
      references: { userId: "users" },
      indexes: [["digestDueAt", "userId"]],
      uniques: [["addressKey", "channel"]],
    });
    await addIndexes(runner, "active_days", [["userId", "day"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
