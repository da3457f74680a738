import type { MigrationInterface, QueryRunner } from "typeorm";
import { addIndexes, columnsFor, createTable } from "./kit.ts";

/** Which list of stop words is in use, how often words are found, and the order of long lists. */
export class Words1764000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "stop_word_list",
      columns: [{ ...c.ref("id", { primary: true }) }, c.ref("version")],
    });
    await createTable(runner, {
      name: "stop_word_tallies",
      columns: [
        c.varchar("word", 255, { primary: true }),
        c.varchar("day", 10, { primary: true }),
        c.varchar("action", 10, { primary: true }),
        c.ref("hits"),
        c.time("lastAt"),
      ],
      indexes: [["day", "word"]],
    });
    await addIndexes(runner, "users", [["groupId", "status"]]);
    await addIndexes(runner, "audit_log", [["actorId", "action", "id"]]);
    await addIndexes(runner, "topics", [["hotScore", "id", "threadCount", "nameKey"]]);
    await addIndexes(runner, "threads", [["longitude"]]);
    const overview =
      "visible createdAt id approval deletedAt categoryId authorId isAnonymous hasImages hasAttachments isEssence longitude";
    await addIndexes(runner, "threads", [overview.split(" ")], "ix_threads_overview");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
