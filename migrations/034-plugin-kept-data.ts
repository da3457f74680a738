import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Data of plugins that were uninstalled without it. */
export class PluginKeptData1764000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "plugin_kept_data",
      columns: [c.id(), c.varchar("name", 40), c.text("server")],
      uniques: [["name"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
