import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, addIndexes, columnsFor } from "./kit.ts";

/** What administrators do with topics: recommend them, take them away, make one out of two. */
export class TopicCare1764000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "topics", [
      c.bool("isRecommended", { default: false }),
      c.time("deletedAt", { nullable: true }),
      c.ref("mergedIntoId", { nullable: true }),
    ]);
    await addIndexes(runner, "topics", [["isRecommended", "hotScore", "id"]]);
    await addColumns(runner, "thread_topics", [c.ref("viaTopicId", { nullable: true })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
