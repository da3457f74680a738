import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Events of threads that stand between their replies. */
export class ThreadEvents1764000000075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "thread_events",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.varchar("kind", 20),
        c.ref("actorId", { nullable: true }),
        c.time("createdAt"),
        c.varchar("dataJson", 2000),
      ],
      references: { threadId: "threads", actorId: "users" },
      indexes: [["threadId", "createdAt", "id"]],
    });
    await addColumns(runner, "threads", [c.int("eventCount", { default: 0 })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
