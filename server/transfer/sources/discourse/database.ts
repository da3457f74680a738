import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type DumpTable, loadPostgresDump } from "../dumps/postgresDump.ts";
import type { SqlSource, SourceShape } from "../sqlSource.ts";
import type { SourceOptions } from "../source.ts";
import { openSqliteSource } from "../sqliteSource.ts";
import { problem } from "../../problems.ts";

const DISCOURSE: SourceShape = {
  name: "Discourse",
  signs: {
    users: ["username_lower", "trust_level", "created_at"],
    topics: ["title", "archetype", "category_id"],
    posts: ["topic_id", "post_number", "raw", "post_type"],
    categories: ["read_restricted", "parent_category_id"],
    groups: ["name", "automatic"],
  },
  anchor: "topics",
  contents: "users, categories, topics and posts",
};

/** Files of a backup that is unpacked, the first one that exists. */
const DUMPS = ["dump.sql.gz", "dump.sql"];

const words = (text: string): string[] => text.split(" ");
const table = (columns: string, indexes: string[] = [], key = ["id"]): DumpTable => ({
  columns: words(columns),
  key,
  indexes,
});

/** Tables that the reader asks. Columns differ by version: those that are missing are none. */
const TABLES: Readonly<Record<string, DumpTable>> = {
  users: table(
    "username username_lower active approved staged suspended_till silenced_till admin moderator trust_level created_at " +
      "last_seen_at password_hash salt password_algorithm uploaded_avatar_id primary_group_id",
  ),
  user_emails: table("user_id email primary", ["user_id"]),
  user_passwords: table("user_id password_hash password_salt password_algorithm", ["user_id"]),
  user_profiles: table("bio_raw", [], ["user_id"]),
  user_avatars: table("user_id custom_upload_id gravatar_upload_id", ["user_id"]),
  user_fields: table("name"),
  groups: table("name full_name automatic visibility_level flair_color"),
  group_users: table("group_id user_id", ["user_id"]),
  categories: table("name color slug description position read_restricted parent_category_id created_at"),
  category_groups: table("category_id group_id permission_type"),
  category_moderation_groups: table("category_id group_id"),
  topics: table(
    "title category_id user_id archetype closed archived visible pinned_at pinned_until deleted_at deleted_by_id views " +
      "created_at bumped_at",
  ),
  topic_custom_fields: table("topic_id name value", ["topic_id"]),
  discourse_solved_solved_topics: table("topic_id answer_post_id", ["topic_id"]),
  // Long texts come last: what is beside them is found without reading them.
  posts: table(
    "topic_id post_number reply_to_post_number user_id post_type deleted_at deleted_by_id user_deleted hidden hidden_at " +
      "created_at last_version_at version raw",
    ["topic_id"],
  ),
  post_actions: table("post_id user_id post_action_type_id deleted_at created_at"),
  discourse_reactions_reaction_users: table("post_id user_id created_at"),
  bookmarks: table("user_id bookmarkable_id bookmarkable_type post_id created_at"),
  topic_users: table("user_id topic_id notification_level last_read_post_number notifications_changed_at", [
    "topic_id",
  ]),
  category_users: table("category_id user_id notification_level"),
  tag_users: table("tag_id user_id notification_level"),
  muted_users: table("user_id muted_user_id created_at"),
  ignored_users: table("user_id ignored_user_id created_at expiring_at"),
  topic_allowed_users: table("user_id topic_id", ["topic_id"]),
  topic_allowed_groups: table("group_id topic_id", ["topic_id"]),
  tags: table("name slug target_tag_id created_at"),
  topic_tags: table("topic_id tag_id", ["topic_id"]),
  tag_group_memberships: table("tag_id tag_group_id"),
  tag_group_permissions: table("tag_group_id group_id"),
  uploads: table("user_id original_filename url sha1 original_sha1 extension created_at"),
  permalinks: table("url topic_id post_id category_id tag_id user_id external_url"),
  polls: table(
    "post_id name title type status results visibility max groups close_at anonymous_voters created_at updated_at",
    ["post_id"],
  ),
  poll_options: table("poll_id html anonymous_votes", ["poll_id"]),
  poll_votes: table("rank created_at", ["poll_id"], ["poll_id", "poll_option_id", "user_id"]),
  reviewables: table("type status"),
  watched_words: table("word action replacement created_at updated_at"),
  invites: table(
    "invite_key email invited_by_id created_at expires_at deleted_at invalidated_at max_redemptions_allowed redemption_count",
  ),
  invited_users: table("user_id invite_id redeemed_at created_at"),
  site_settings: table("name value"),
};

/** The name of the file in the folder that holds the tables of a dump while they are read. */
export const TABLES_FILE = ".dump.db";

/**
 * Reads a dump of Discourse, or the one in the folder of an unpacked backup, into a file of the folder, and opens that.
 * @throws {Error} with one sentence if it cannot be read, or is none of Discourse
 */
export async function openDiscourse({ from, folder, tell }: SourceOptions): Promise<SqlSource> {
  const location = await dumpAt(from);
  const file = join(folder, TABLES_FILE);
  await loadPostgresDump(location, TABLES, file, tell);
  return openSqliteSource(file, DISCOURSE);
}

async function dumpAt(from: string): Promise<string> {
  if (/^[a-z]+:\/\//.test(from))
    throw problem("FILE_WANTED", "Discourse", {
      zh: "其备份里的 dump.sql.gz，或它所在的文件夹",
      en: "dump.sql.gz of its backup, or the folder that it is in",
    });
  const info = await stat(from).catch(() => null);
  if (!info?.isDirectory()) return from;
  for (const name of DUMPS) if (await stat(join(from, name)).catch(() => null)) return join(from, name);
  throw problem("NO_DUMP_IN_FOLDER", from, DUMPS);
}

/** Gives the folder of uploads: the named one, or that of the unpacked backup. */
export async function filesOf({ from, files }: SourceOptions): Promise<string | null> {
  if (files !== null) return files;
  return (await stat(from).catch(() => null))?.isDirectory() ? from : null;
}
