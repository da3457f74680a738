import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor } from "./kit.ts";

/** Players of pages outside, as providers of oEmbed give them. */
export class LinkPlayers1764000000079 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "link_previews", [
      c.varchar("playerUrl", 1000, { nullable: true }),
      c.int("playerWidth", { default: 0 }),
      c.int("playerHeight", { default: 0 }),
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
