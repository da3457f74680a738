import type { QueryRunner } from "typeorm";
import { columnsFor, createTable } from "../kit.ts";

/** One table for each kind of thing that is searched: the newest of a kind are found without passing those of others. */
const TABLES = ["search_threads", "search_posts", "search_users", "search_topics"];

/**
 * Creates the queue of the search index and, on MySQL and MariaDB, the index itself, which no entity describes: folded texts
 * under the id of their thread, reply, user or topic, and postings, the documents that have a key. On SQLite the index is a
 * file of its own, which `server/database` makes.
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
  for (const table of TABLES) {
    await runner.query(texts(table));
    await runner.query(postings(table));
  }
  await runner.query(COVERAGE);
}

function texts(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id BIGINT NOT NULL PRIMARY KEY,
    content MEDIUMBLOB NOT NULL
  ) ENGINE=InnoDB`;
}

/** A row says which documents of a block have a key, each in two bytes. */
function postings(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table}_keys (
    word VARBINARY(48) NOT NULL,
    block INT NOT NULL,
    ids MEDIUMBLOB NOT NULL,
    PRIMARY KEY (word, block)
  ) ENGINE=InnoDB`;
}

/** The blocks of each kind, from the first one on, that have postings. */
const COVERAGE = `CREATE TABLE IF NOT EXISTS search_coverage (
  kind VARCHAR(10) NOT NULL PRIMARY KEY,
  covered INT NOT NULL
) ENGINE=InnoDB`;
