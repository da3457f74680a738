import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** What several processes on one database share: who they are, how old their pages are, and limits of sign-in. */
export class Processes1764000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { int, time, varchar } = columnsFor(runner);
    await createTable(runner, {
      name: "processes",
      columns: [
        varchar("id", 36, { primary: true }),
        varchar("host", 100),
        int("pid"),
        time("startedAt"),
        time("seenAt"),
      ],
    });
    await createTable(runner, {
      name: "page_versions",
      columns: [int("id", { primary: true }), int("version")],
    });
    const versions = (await runner.query("SELECT id FROM page_versions")) as unknown[];
    if (versions.length === 0) await runner.query("INSERT INTO page_versions (id, version) VALUES (1, 0)");
    await createTable(runner, {
      name: "limit_counters",
      columns: [
        varchar("id", 64, { primary: true }),
        int("points"),
        time("endsAt"),
        time("restUntil", { nullable: true }),
      ],
      indexes: [["endsAt"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
