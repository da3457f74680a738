import type { QueryRunner } from "typeorm";

/** One table for each kind of thing that is searched: the newest of a kind are found without passing those of others. */
const TABLES = ["search_threads", "search_posts", "search_users", "search_topics"];

/**
 * Creates the search index; a row's id is the id of the thread, reply, user or topic. These tables are no entities: on
 * SQLite they are FTS5 indexes that store no text, on MySQL and MariaDB ASCII words under a FULLTEXT index.
 */
export async function createSearch(runner: QueryRunner): Promise<void> {
  const sqlite = runner.connection.options.type === "better-sqlite3";
  for (const table of TABLES) await runner.query(sqlite ? fts5(table) : fulltext(table));
}

/** The index of the first four letters finds one character alone, which is the beginning of many words. */
function fts5(table: string): string {
  return `CREATE VIRTUAL TABLE IF NOT EXISTS ${table}
    USING fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='4')`;
}

function fulltext(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id BIGINT NOT NULL PRIMARY KEY,
    words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    FULLTEXT INDEX ft_${table}_words (words)
  ) ENGINE=InnoDB`;
}
