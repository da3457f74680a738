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
        c.int("daysClean"),
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
        c.time("lastFaultAt", { nullable: true }),
        c.varchar("override", 10, { default: "" }),
        c.ref("overrideLevelId", { nullable: true }),
        c.varchar("reason", 200, { default: "" }),
      ],
      references: { userId: "users", levelId: "levels", overrideLevelId: "levels" },
      indexes: [["levelId", "userId"]],
    });
    // Reports of replies name their thread as well, so the author of the reply comes first.
    await runner.query(
      `INSERT INTO user_levels (userId, lastFaultAt)
       SELECT x.userId, MAX(x.handledAt) FROM (
         SELECT COALESCE(p.authorId, t.authorId, r.userId) AS userId, r.handledAt AS handledAt
         FROM reports r LEFT JOIN posts p ON p.id = r.postId LEFT JOIN threads t ON t.id = r.threadId
         WHERE r.status = 'ACCEPTED') x
       WHERE x.userId IS NOT NULL AND x.handledAt IS NOT NULL GROUP BY x.userId`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
