import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Time that server parts of plugins take. */
export class PluginCosts1764000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "plugin_costs",
      columns: [
        c.id(),
        c.ref("pluginId"),
        c.varchar("day", 10),
        c.varchar("handler", 100),
        c.int("calls"),
        c.int("errors"),
        c.long("totalMs"),
        c.int("slowestMs"),
      ],
      references: { pluginId: "plugins" },
      uniques: [["pluginId", "day", "handler"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
