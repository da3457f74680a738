import type { MigrationInterface, QueryRunner } from "typeorm";
import { columnsFor, createTable } from "./kit.ts";

/** Topics, which threads name them, and how many in each category; topics are found by their names. */
export class Topics1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: "topics",
      columns: [
        c.id(),
        c.varchar("name", 200),
        c.varchar("nameKey", 200),
        c.int("threadCount"),
        c.int("viewCount"),
        c.int("hotScore"),
        c.time("createdAt"),
      ],
      indexes: [
        ["hotScore", "id"],
        ["createdAt", "id"],
      ],
      uniques: [["nameKey"]],
    });
    await createTable(runner, {
      name: "topic_categories",
      columns: [
        c.ref("topicId", { primary: true }),
        c.ref("categoryId", { primary: true }),
        c.int("threadCount"),
      ],
      references: { topicId: "topics" },
      indexes: [["categoryId", "topicId"]],
    });
    await createTable(runner, {
      name: "thread_topics",
      columns: [
        c.ref("threadId", { primary: true }),
        c.ref("topicId", { primary: true }),
        c.int("sort"),
        c.time("createdAt"),
      ],
      references: { threadId: "threads", topicId: "topics" },
      indexes: [["topicId", "createdAt", "threadId"]],
    });
    const sqlite = runner.connection.options.type === "better-sqlite3";
    await runner.query(
      sqlite
        ? `CREATE VIRTUAL TABLE IF NOT EXISTS search_topics
             USING fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='4')`
        : `CREATE TABLE IF NOT EXISTS search_topics (
             id BIGINT NOT NULL PRIMARY KEY,
             words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
             FULLTEXT INDEX ft_search_topics_words (words)
           ) ENGINE=InnoDB`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward; restore a backup instead.");
  }
}
