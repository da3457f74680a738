import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** When members were last seen, and the orders of their list for administrators. */
export class MemberOrder1764000000171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "users", [c.int("lastSeenMinute", { default: 0 })]);
    const isSqlite = runner.connection.options.type === "better-sqlite3";
    const minute = isSqlite
      ? "CAST(strftime('%s', MAX(s.lastSeenAt)) AS INTEGER) / 60"
      : "TIMESTAMPDIFF(MINUTE, '1970-01-01 00:00:00', MAX(s.lastSeenAt))";
    await runner.query(
      `UPDATE users SET lastSeenMinute = COALESCE((SELECT ${minute} FROM sessions s WHERE s.userId = users.id), 0)`,
    );
    await addIndexes(runner, "users", [
      ["status", "postCount", "id"],
      ["groupId", "status", "postCount", "id"],
      ["status", "lastSeenMinute", "id"],
      ["groupId", "status", "lastSeenMinute", "id"],
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
