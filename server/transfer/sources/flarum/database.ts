import { SqlSource, type SourceShape } from "../sqlSource.ts";
import { openSqliteSource } from "../sqliteSource.ts";
import type { LocalTimes } from "../values.ts";

const FLARUM: SourceShape = {
  name: "Flarum",
  signs: {
    users: ["username", "email", "is_email_confirmed", "password", "joined_at"],
    discussions: ["title", "user_id", "first_post_id", "comment_count"],
    posts: ["discussion_id", "number", "type", "content"],
    groups: ["name_singular", "name_plural"],
    group_user: ["user_id", "group_id"],
    group_permission: ["group_id", "permission"],
    settings: ["key", "value"],
  },
  anchor: "discussions",
  contents: "users, groups, discussions and posts",
};

/**
 * Opens a database of Flarum: `mysql://user:password@host/database`, or the name of a file of SQLite.
 * @throws {Error} with one sentence if it cannot be read, or is none of Flarum
 */
export function openFlarum(from: string, times: LocalTimes, now: Date): Promise<SqlSource> {
  return /^(?:mysql|mariadb):\/\//.test(from)
    ? SqlSource.open(from, times, now, FLARUM)
    : openSqliteSource(from, FLARUM);
}
