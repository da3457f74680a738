import { existsSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { fail, messageOf, ok, PROBE_MS, warn, type Finding } from "./findings.ts";

/** Documents in the queue above which the indexer is behind: it works off some hundreds a second. */
const QUEUED_MAX = 5_000;

const STATE = `SELECT s.position, (SELECT COUNT(*) FROM rebuild) AS rebuilding FROM state s`;
const QUEUED = "SELECT COUNT(*) AS n FROM search_queue q WHERE q.id > ?";

/** Compares the search index of a SQLite forum, a file beside the database, with the queue of documents for it. */
export function examineSearchFile(dataDir: string, database: Sqlite.Database): Finding[] {
  if (!database.prepare("SELECT name FROM sqlite_master WHERE name = 'search_queue'").get()) return [];
  const file = join(dataDir, "search.db");
  if (!existsSync(file)) return [ok("search index: made at the next start")];
  try {
    const index = new Sqlite(file, { readonly: true, timeout: PROBE_MS });
    try {
      const state = index.prepare<[], { position: number | null; rebuilding: number }>(STATE).get()!;
      if (state.position === null || state.rebuilding > 0)
        return [ok("search index: the running server writes it anew, or the next start does")];
      return [queueState(database.prepare<[number], { n: number }>(QUEUED).get(state.position)!.n)];
    } finally {
      index.close();
    }
  } catch (error) {
    const todo = `stop the server and remove ${file}; the next start writes it anew`;
    return [fail(`search index: ${file} cannot be read: ${messageOf(error)}`, todo)];
  }
}

/** Judges how many documents wait for the index. */
export function queueState(queued: number): Finding {
  const what = `search index: ${queued} documents queued`;
  return queued > QUEUED_MAX
    ? warn(what, "the log of the server says what keeps it from indexing")
    : ok(what);
}
