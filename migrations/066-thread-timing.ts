import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** Locks of threads that come by themselves, and pauses between the replies of a member. */
export class ThreadTiming1764000000066 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [
      c.time("closesAt", { nullable: true }),
      c.int("closesAfterDays", { nullable: true }),
      c.int("slowModeSeconds", { default: 0 }),
    ]);
    await addIndexes(runner, "threads", [["lockedAt", "closesAt"]]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
