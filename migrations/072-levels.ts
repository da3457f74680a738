import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Levels that members reach by rules, and where each member stands. */
export class Levels1764000000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "users", [c.ref("levelGroupId", { nullable: true })]);
    await createTable(runner, {
      name: "levels",
      columns: [
        c.id(),
        c.int("position"),
        c.ref("groupId"),
        c.bool("isEnabled"),
        c.int("daysJoined"),
        c.int("daysVisited"),
        c.int("postsRead"),
        c.int("repliesWritten"),
        c.int("likesReceived"),
        c.int("likesGiven"),
        c.int("graceDays"),
      ],
      references: { groupId: "groups" },
      uniques: [["position"], ["groupId"]],
    });
    await createTable(runner, {
      name: "user_levels",
      columns: [
        c.ref("userId", { primary: true }),
        c.ref("levelId", { nullable: true }),
        c.time("reachedAt", { nullable: true }),
        c.time("failingSince", { nullable: true }),
        c.varchar("override", 10, { default: "" }),
        c.ref("overrideLevelId", { nullable: true }),
        c.varchar("reason", 200, { default: "" }),
      ],
      references: { userId: "users", levelId: "levels", overrideLevelId: "levels" },
      indexes: [["levelId", "userId"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
