import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Facts of pages outside that texts link to, and the texts that show them. */
export class LinkPreviews1764000000069 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "link_previews",
      columns: [
        c.id(),
        c.varchar("url", 2000),
        c.varchar("urlHash", 64),
        c.varchar("host", 255),
        c.varchar("state", 10),
        c.varchar("title", 200),
        c.varchar("description", 400),
        c.varchar("siteName", 80),
        c.varchar("imagePath", 100, { nullable: true }),
        c.int("imageWidth"),
        c.int("imageHeight"),
        c.int("attempts"),
        c.time("nextAttemptAt", { nullable: true }),
        c.time("fetchedAt", { nullable: true }),
        c.time("expiresAt", { nullable: true }),
        c.time("usedAt"),
      ],
      indexes: [["nextAttemptAt", "host"], ["usedAt"]],
      uniques: [["urlHash"]],
    });
    await createTable(runner, {
      name: "link_preview_uses",
      columns: [c.id(), c.ref("previewId"), c.varchar("thing", 20)],
      references: { previewId: "link_previews" },
      indexes: [["thing"]],
      uniques: [["previewId", "thing"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
