import { TableColumn, type MigrationInterface, type QueryRunner } from "typeorm";
import { columnsFor } from "./kit.ts";

/** Drafts keep their list of files: what no text shows would otherwise be lost on another device. */
export class DraftFiles1764000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A run that was cut short may have added it already: DDL commits by itself on MySQL.
    if (await runner.hasColumn("drafts", "fileIds")) return;
    const column = columnsFor(runner).varchar("fileIds", 2_000, { default: "" });
    await runner.addColumn("drafts", new TableColumn(column));
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
