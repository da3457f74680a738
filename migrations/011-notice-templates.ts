import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** What notices say on each channel, and how that came about. */
export class NoticeTemplates1764000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "notice_templates",
      columns: [
        c.varchar("kind", 40, { primary: true }),
        c.varchar("channel", 10, { primary: true }),
        c.bool("enabled"),
        c.varchar("titleZh", 100),
        c.varchar("titleEn", 100),
        c.text("bodyZh"),
        c.text("bodyEn"),
        c.varchar("providerTemplateId", 100),
        c.int("delaySeconds"),
        c.time("changedAt"),
        c.ref("changedById"),
      ],
      references: { changedById: "users" },
    });
    await createTable(runner, {
      name: "notice_template_saves",
      columns: [c.id(), c.ref("actorId"), c.ref("undoOfId", { nullable: true }), c.time("createdAt")],
      references: { actorId: "users" },
    });
    await createTable(runner, {
      name: "notice_template_changes",
      columns: [
        c.id(),
        c.ref("saveId"),
        c.varchar("kind", 40),
        c.varchar("channel", 10),
        c.text("before", { nullable: true }),
        c.text("after", { nullable: true }),
      ],
      references: { saveId: "notice_template_saves" },
      indexes: [["saveId"], ["kind", "channel", "id"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
