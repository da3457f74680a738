import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** One table for each kind of thing that is searched: the newest of a kind are found without passing those of others. */
const TABLES = ["search_threads", "search_posts", "search_users", "search_topics"];

/**
 * Creates the queue of the search index and, on MySQL and MariaDB, the index itself: ASCII words under a FULLTEXT index;
 * a row's id is the id of the thread, reply, user or topic, and no entity describes it. On SQLite the index is a file of
 * its own, which `server/database` makes.
 */
export async function createSearch(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: "search_queue",
    columns: [c.id(), c.varchar("kind", 10), c.ref("documentId")],
  });
  await createTable(runner, {
    name: "search_state",
    columns: [c.int("id", { primary: true }), c.varchar("identity", 36)],
  });
  if (runner.connection.options.type === "better-sqlite3") return;
  for (const table of TABLES) await runner.query(fulltext(table));
}

function fulltext(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id BIGINT NOT NULL PRIMARY KEY,
    words MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    FULLTEXT INDEX ft_${table}_words (words)
  ) ENGINE=InnoDB`;
}
