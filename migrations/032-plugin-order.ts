import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Order of plugins, which administrators choose. */
export class PluginOrder1764000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "plugins", [c.int("sort", { default: 0 })]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
