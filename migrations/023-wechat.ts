import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** WeChat accounts that sign members in, and sign-ins by them on their way. */
export class Wechat1764000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "wechat_accounts",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("app", 64),
        c.varchar("subject", 128),
        c.varchar("nickname", 60),
        c.time("createdAt"),
      ],
      references: { userId: "users" },
      uniques: [
        ["app", "subject"],
        ["userId", "app"],
      ],
    });
    await createTable(runner, {
      name: "wechat_tickets",
      columns: [
        c.varchar("id", 64, { primary: true }),
        c.varchar("scanKey", 64, { nullable: true }),
        c.varchar("intent", 10),
        c.varchar("state", 10),
        c.bool("isOfApp"),
        c.ref("userId", { nullable: true }),
        c.text("person"),
        c.varchar("userAgent", 255),
        c.varchar("place", 64),
        c.time("expiresAt"),
      ],
      references: { userId: "users" },
      uniques: [["scanKey"]],
      indexes: [["expiresAt"], ["userId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
