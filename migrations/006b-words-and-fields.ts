import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Stop words and what they held back, sign-in fields with their answers. */
export class WordsAndFields1764000000061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "stop_words",
      columns: [
        c.id(),
        c.varchar("find", 255),
        c.varchar("replacement", 255),
        c.varchar("ugc", 10),
        c.varchar("username", 10),
        c.varchar("signature", 10),
        c.varchar("dialog", 10),
        c.varchar("nickname", 10),
        c.ref("userId"),
        c.time("createdAt"),
        c.time("updatedAt"),
      ],
      uniques: [["find"]],
    });
    await createTable(runner, {
      name: "stop_word_hits",
      columns: [
        c.id(),
        c.ref("threadId", { nullable: true }),
        c.ref("postId", { nullable: true }),
        c.varchar("words", 500),
        c.time("createdAt"),
      ],
      references: { threadId: "threads" },
      indexes: [["threadId"], ["postId"]],
    });
    await createTable(runner, {
      name: "sign_in_fields",
      columns: [
        c.id(),
        c.varchar("name", 40),
        c.int("type"),
        c.text("fieldsExt"),
        c.text("fieldsDesc"),
        c.int("sort"),
        c.int("status"),
        c.bool("required"),
        c.time("createdAt"),
        c.time("updatedAt"),
      ],
    });
    await createTable(runner, {
      name: "user_sign_in_fields",
      columns: [
        c.id(),
        c.ref("userId"),
        c.varchar("name", 40),
        c.int("type"),
        c.text("fieldsExt"),
        c.text("fieldsDesc"),
        c.varchar("remark", 255),
        c.int("sort"),
        c.int("status"),
        c.bool("required"),
        c.time("createdAt"),
        c.time("updatedAt"),
      ],
      references: { userId: "users" },
      indexes: [["userId", "sort"]],
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
