import type { SearchedKind } from "./searchIndex.ts";

/** Raw since both the engine's own connection and the thread of the index file read them, a few columns of any row. */
const SOURCES: Readonly<Record<SearchedKind, string>> = {
  thread: `SELECT x.id, x.title, x.body, x.visible, (SELECT p.title FROM polls p WHERE p.threadId = x.id) AS question,
      (SELECT GROUP_CONCAT(o.text) FROM polls p JOIN poll_options o ON o.pollId = p.id
       WHERE p.threadId = x.id) AS options,
      (SELECT g.title FROM goods g WHERE g.threadId = x.id) AS goods
    FROM threads x`,
  post: "SELECT x.id, NULL AS title, x.body, x.visible FROM posts x",
  user: "SELECT x.id, x.nickname AS title, NULL AS body, 1 AS visible FROM users x",
  topic: "SELECT x.id, x.name AS title, NULL AS body, 1 AS visible FROM topics x",
};

/** Gives the statement that reads the named documents. @param ids the list behind IN */
export function documentsSql(kind: SearchedKind, ids: string): string {
  return `${SOURCES[kind]} WHERE x.id IN (${ids}) ORDER BY x.id`;
}

/** Gives the statement that reads the next documents below an id, newest first; takes the id and their number. */
export function documentsBelowSql(kind: SearchedKind): string {
  return `${SOURCES[kind]} WHERE x.id < ? ORDER BY x.id DESC LIMIT ?`;
}
