import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Adds check-ins, and badges with who has earned them. */
export class Badges1764000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "check_ins",
      columns: [
        c.ref("userId", { primary: true }),
        c.varchar("day", 10, { primary: true }),
        c.int("streak"),
        c.int("longest"),
        c.int("total"),
        c.time("createdAt"),
      ],
      references: { userId: "users" },
    });
    await createTable(runner, {
      name: "badges",
      columns: [
        c.id(),
        c.varchar("code", 40),
        c.varchar("nameZh", 40),
        c.varchar("nameEn", 40),
        c.varchar("icon", 40),
        c.varchar("counter", 20),
        c.int("threshold"),
        c.bool("isEnabled"),
      ],
      uniques: [["code"]],
    });
    await createTable(runner, {
      name: "user_badges",
      columns: [c.ref("userId", { primary: true }), c.ref("badgeId", { primary: true }), c.time("awardedAt")],
      references: { userId: "users", badgeId: "badges" },
      indexes: [["badgeId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
