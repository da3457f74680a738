import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumns, columnsFor, createTable } from "./kit.ts";

/** Questions to members with their answers. */
export class Questions1764000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, "threads", [c.bool("hasQuestion", { default: false })]);
    await createTable(runner, {
      name: "questions",
      columns: [
        c.id(),
        c.ref("threadId"),
        c.ref("askerId"),
        c.ref("answererId"),
        c.cents("amountCents"),
        c.cents("onlookerCents"),
        c.int("onlookerCount"),
        c.varchar("state", 20),
        c.time("createdAt"),
        c.time("endsAt"),
        c.time("answeredAt", { nullable: true }),
      ],
      references: { threadId: "threads", askerId: "users", answererId: "users" },
      indexes: [
        ["state", "endsAt"],
        ["answererId", "state"],
      ],
      uniques: [["threadId"]],
    });
    await createTable(runner, {
      name: "question_answers",
      columns: [
        c.ref("questionId", { primary: true }),
        c.text("body"),
        c.text("bodyHtml"),
        c.int("markdownVersion"),
      ],
      references: { questionId: "questions" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
