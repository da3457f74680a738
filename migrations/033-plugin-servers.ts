import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Events and jobs of the server parts of plugins. */
export class PluginServers1764000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "plugin_events",
      columns: [
        c.id(),
        c.ref("pluginId"),
        c.varchar("name", 40),
        c.text("payload"),
        c.int("attempts"),
        c.time("dueAt"),
      ],
      references: { pluginId: "plugins" },
      indexes: [["dueAt", "id"]],
    });
    await createTable(runner, {
      name: "plugin_job_runs",
      columns: [c.id(), c.ref("pluginId"), c.varchar("name", 40), c.time("ranAt")],
      references: { pluginId: "plugins" },
      uniques: [["pluginId", "name"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
