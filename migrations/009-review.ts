import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** Who decides about what, and who was here when. */
export class Review1764000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "review_claims",
      columns: [c.varchar("targetKey", 24, { primary: true }), c.ref("userId"), c.time("expiresAt")],
      references: { userId: "users" },
    });
    await createTable(runner, {
      name: "active_days",
      columns: [
        c.varchar("day", 10, { primary: true }),
        c.ref("userId", { primary: true }),
        c.time("seenAt"),
      ],
      references: { userId: "users" },
    });
    await addIndexes(runner, "users", [["createdAt"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
