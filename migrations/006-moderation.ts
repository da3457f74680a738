import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor, createTable } from "./kit.ts";

/** The history of settings, the log of what staff does, and what groups are beyond a name. */
export class Moderation1764000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "setting_saves",
      columns: [c.id(), c.ref("actorId"), c.ref("undoOfId", { nullable: true }), c.time("createdAt")],
    });
    await createTable(runner, {
      name: "setting_changes",
      columns: [
        c.id(),
        c.ref("saveId"),
        c.varchar("tag", 50),
        c.varchar("key", 100),
        c.text("before", { nullable: true }),
        c.text("after", { nullable: true }),
      ],
      references: { saveId: "setting_saves" },
      indexes: [["saveId"], ["tag", "key", "id"]],
    });
    await createTable(runner, {
      name: "audit_log",
      columns: [
        c.id(),
        c.time("createdAt"),
        c.ref("actorId"),
        c.varchar("action", 60),
        c.varchar("target", 100),
        c.text("before", { nullable: true }),
        c.text("after", { nullable: true }),
        c.varchar("reason", 255),
        c.varchar("requestId", 64),
        c.varchar("address", 64),
        c.varchar("previousHash", 64),
        c.varchar("hash", 64),
      ],
      indexes: [
        ["actorId", "id"],
        ["action", "id"],
        ["target", "id"],
      ],
    });
    await createTable(runner, {
      name: "audit_head",
      columns: [c.int("id", { primary: true }), c.int("entries"), c.varchar("hash", 64)],
    });
    await addColumns(runner, "groups", [
      c.varchar("type", 50, { default: "" }),
      c.bool("isPaid", { default: false }),
      c.int("fee", { default: 0 }),
      c.int("days", { default: 0 }),
      c.int("level", { default: 0 }),
      c.int("scale", { default: 0 }),
      c.bool("isSubordinate", { default: false }),
      c.bool("isCommission", { default: false }),
      c.varchar("description", 255, { default: "" }),
      c.varchar("notice", 255, { default: "" }),
      c.int("timeRange", { default: 0 }),
      c.int("contentRange", { default: 0 }),
    ]);
    await addIndexes(runner, "users", [["status", "id"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
