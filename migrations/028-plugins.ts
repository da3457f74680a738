import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Installed plugins and what went wrong with them. */
export class Plugins1764000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "plugins",
      columns: [
        c.id(),
        c.varchar("name", 40),
        c.varchar("appid", 40),
        c.varchar("version", 11),
        c.varchar("tier", 10),
        c.text("manifest"),
        c.varchar("hash", 64),
        c.text("settings"),
        c.bool("isEnabled"),
        c.time("brokenAt", { nullable: true }),
        c.time("installedAt"),
        c.time("changedAt"),
      ],
      uniques: [["name"], ["appid"]],
    });
    await createTable(runner, {
      name: "plugin_faults",
      columns: [
        c.id(),
        c.ref("pluginId"),
        c.varchar("place", 100),
        c.varchar("message", 600),
        c.text("stack"),
        c.varchar("reporter", 64),
        c.time("createdAt"),
      ],
      references: { pluginId: "plugins" },
      indexes: [["pluginId", "createdAt"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
