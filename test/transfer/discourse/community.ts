import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDiscourse } from "../../../server/transfer/sources/discourse/read.ts";
import { type Community, writeFiles } from "../reading.ts";
import { DAYS, PLACES, POLL_ROWS } from "./polls.ts";
import { SCHEMA } from "./schema.ts";

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;
/** Rows of a community by table. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Times of the fixture as Discourse writes them: UTC. */
const [NOON, LATER] = ["2021-03-04 12:00:00", "2021-03-05 00:30:00.25"];
/** The password of most members, and its hash by PBKDF2 with SHA-256. */
export const PASSWORD = "海上生明月";
export const SALT = "0123456789abcdef0123456789abcdef";
export const ALGORITHM = "$pbkdf2-sha256$i=1000,l=32$";
export const HASH = "5be09537516d133a3b506aa284ca3da72dbaee5f01ae12870beb30fb9878ed05";

const sum = (name: string): string => createHash("sha1").update(name).digest("hex");

/** Short address of an uploaded file. */
function short(name: string): string {
  const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  let [text, number] = ["", BigInt(`0x${sum(name)}`)];
  for (; number > 0n; number /= 62n) text = signs[Number(number % 62n)]! + text;
  return `${text}.${name.split(".").at(-1)!}`;
}

/** Address of an uploaded file on the old site. */
export const stored = (name: string): string =>
  `/uploads/default/original/1X/${sum(name)}.${name.split(".").at(-1)!}`;
/** Address of an uploaded file as texts copy it. */
export const shortUrl = (name: string): string => `/uploads/short-url/${short(name)}`;

const user = (id: number, username: string, more: Row = {}): Row => ({
  id,
  username,
  username_lower: username.toLowerCase(),
  name: `Name ${id}`,
  created_at: NOON,
  last_seen_at: LATER,
  admin: false,
  moderator: false,
  staged: false,
  active: true,
  approved: false,
  trust_level: 1,
  ip_address: "10.0.0.77",
  ...more,
});
const category = (id: number, name: string, slug: string, more: Row = {}): Row => ({
  id,
  name,
  slug,
  color: "336699",
  description: "",
  position: id,
  read_restricted: false,
  created_at: NOON,
  ...more,
});
const topic = (id: number, title: string, more: Row = {}): Row => ({
  id,
  title,
  created_at: NOON,
  bumped_at: LATER,
  views: 7,
  user_id: 2,
  category_id: 1,
  archetype: "regular",
  visible: true,
  closed: false,
  archived: false,
  ...more,
});
const message = (id: number, title: string, more: Row = {}): Row =>
  topic(id, title, { archetype: "private_message", category_id: null, ...more });
const post = (id: number, topicId: number, number: number, raw: string, more: Row = {}): Row => ({
  id,
  topic_id: topicId,
  post_number: number,
  raw,
  cooked: `<p>cooked ${id}</p>`,
  user_id: 2,
  post_type: 1,
  version: 1,
  created_at: NOON,
  last_version_at: NOON,
  hidden: false,
  user_deleted: false,
  ...more,
});
const upload = (id: number, name: string, more: Row = {}): Row => ({
  id,
  user_id: 2,
  original_filename: `my ${name}`,
  filesize: 1,
  url: stored(name),
  sha1: sum(name),
  created_at: NOON,
  ...more,
});
const invite = (id: number, key: string, more: Row = {}): Row => ({
  id,
  invite_key: key,
  invited_by_id: 2,
  redemption_count: 0,
  created_at: NOON,
  expires_at: "2038-01-01 00:00:00",
  ...more,
});
const group = (id: number, name: string, more: Row = {}): Row => ({
  id,
  name,
  automatic: id < 40,
  visibility_level: 0,
  ...more,
});
/** Gives rows their ids in their order. */
const numbered = (rows: readonly Row[]): Row[] => rows.map((row, place) => ({ id: place + 1, ...row }));
const trust = [0, 1, 2, 3, 4].map((level) => group(10 + level, `trust_level_${level}`));

const FIRST = `**Hi** @ADA and @nobody, see [there](/t/welcome/100/4) and https://old.example.org/forum/t/101.

![sea|690x388](upload://${short("b.png")})

[poll type=regular results=always]
# 猫还是狗？
* 猫 | cat
* 狗
[/poll]

[poll name=second type=number min=1 max=2 step=1]
[/poll]

\`\`\`
[poll]
* in code
[/poll]
\`\`\`
`;
const SECOND = `[quote="ada, post:1, topic:100"]
Hi
[/quote]

[plan.pdf|attachment](upload://${short("plan.pdf")}) (1 KB)

[poll name=later results=on_vote]
* A
* B
[/poll]`;

/** Rows of a community of Discourse, with every trap that dumps hold. */
export const ROWS: Rows = {
  schema_migrations: [{ version: "20260101000000" }],
  site_settings: numbered([
    { name: "title", data_type: 1, value: "老论坛" },
    { name: "smtp_password", data_type: 1, value: "secret77" },
  ]),
  users: [
    user(-2, "discobot", { trust_level: 4 }),
    user(-1, "system", { trust_level: 4, admin: true }),
    user(1, "站长", { admin: true, uploaded_avatar_id: 1 }),
    user(2, "ada", { trust_level: 2 }),
    user(3, "bob", { moderator: true, trust_level: 2 }),
    user(4, "troll", { suspended_till: "3021-01-01 00:00:00" }),
    user(5, "quiet", { silenced_till: "2038-01-01 00:00:00" }),
    user(6, "mailer", { staged: true, active: false, trust_level: 0 }),
    user(7, "anon7", { trust_level: 0 }),
    user(8, "clubber", { trust_level: 3, primary_group_id: 42 }),
    user(9, "sleeper", { active: false, suspended_till: "2022-01-01 00:00:00" }),
    user(10, "ＡＤＡ"),
    user(11, "elder", { trust_level: 4, silenced_till: "2022-01-01 00:00:00" }),
  ],
  user_emails: numbered([
    ...[1, 2, 3, 4, 5, 6, 8, 9, 11].map((id) => ({
      user_id: id,
      email: id === 4 ? "U5@example.org" : `u${id}@example.org`,
      primary: true,
    })),
    { user_id: 2, email: "other@example.org", primary: false },
    { user_id: 7, email: "anon7@anonymized.invalid", primary: true },
    { user_id: 10, email: "no address", primary: true },
  ]),
  user_passwords: numbered(
    [1, 2, 3, 4, 5, 9, 10].map((id) => ({
      user_id: id,
      password_hash: HASH,
      password_salt: SALT,
      password_algorithm: id === 10 ? "$argon9$" : ALGORITHM,
    })),
  ),
  user_profiles: [{ user_id: 2, location: "Moon", bio_raw: "Hello\nthere." }],
  user_avatars: numbered([{ user_id: 2, custom_upload_id: null, gravatar_upload_id: 6 }]),
  user_auth_tokens: numbered([{ user_id: 1, auth_token: "token77" }]),
  user_fields: numbered([{ name: "Favourite colour" }]),
  groups: [
    group(0, "everyone"),
    group(1, "admins"),
    group(2, "moderators"),
    group(3, "staff"),
    ...trust,
    group(41, "club", { full_name: "The Club", flair_color: "ff0000" }),
    group(42, "readers", { visibility_level: 1 }),
  ],
  group_users: numbered([
    { group_id: 41, user_id: 8 },
    { group_id: 42, user_id: 8 },
    { group_id: 42, user_id: 2 },
    { group_id: 41, user_id: 3 },
    { group_id: 13, user_id: 8 },
  ]),
  categories: [
    category(1, "General", "general", { description: "All <b>things</b> &amp; more" }),
    category(2, "Child", "child", { parent_category_id: 1 }),
    category(3, "Deep", "deep", { parent_category_id: 2 }),
    category(4, "Club room", "club", { read_restricted: true }),
    category(5, "Lounge", "lounge", { read_restricted: true }),
    category(6, "Staff", "staff", { read_restricted: true }),
    category(7, "News", "news"),
    category(8, "Safe", "safe", { read_restricted: true }),
  ],
  category_groups: numbered([
    { category_id: 4, group_id: 41, permission_type: 1 },
    { category_id: 4, group_id: 42, permission_type: 3 },
    { category_id: 5, group_id: 13, permission_type: 2 },
    { category_id: 6, group_id: 3, permission_type: 1 },
    { category_id: 7, group_id: 0, permission_type: 3 },
    { category_id: 7, group_id: 3, permission_type: 1 },
    // The mark of the category holds, not this.
    { category_id: 8, group_id: 0, permission_type: 1 },
  ]),
  topics: [
    topic(100, "欢迎", { category_id: 2, pinned_at: NOON, pinned_until: "2038-01-01 00:00:00" }),
    topic(101, "Club talk", { user_id: 8, category_id: 4 }),
    topic(102, "Lounge talk", { category_id: 5 }),
    topic(103, "长".repeat(120), { user_id: 999, closed: true, pinned_at: NOON, pinned_until: LATER }),
    topic(104, "Unlisted", { visible: false }),
    topic(105, "Deleted", { deleted_at: LATER, deleted_by_id: 1 }),
    topic(106, "Hidden text"),
    topic(107, "News of today", { user_id: -1, category_id: 7 }),
    topic(108, "Among staff", { category_id: 6 }),
    topic(109, "Nowhere", { category_id: null }),
    message(200, "Lunch?"),
    message(201, "Again", { user_id: 3 }),
    message(202, "Three of us"),
    message(203, "To all moderators"),
    message(204, "Greetings!", { user_id: -1 }),
    message(205, "With who left"),
    message(206, "Deleted messages", { deleted_at: LATER }),
  ],
  discourse_solved_solved_topics: numbered([
    { topic_id: 100, answer_post_id: 1004 },
    { topic_id: 101, answer_post_id: 1004 },
  ]),
  topic_custom_fields: numbered([{ topic_id: 106, name: "accepted_answer_post_id", value: "1061" }]),
  posts: [
    post(1001, 100, 1, FIRST, { version: 2, last_version_at: LATER }),
    post(1002, 100, 2, SECOND, { user_id: 3 }),
    post(1003, 100, 3, `whisper secret ![w](upload://${short("whisper.png")})`, { user_id: 3, post_type: 4 }),
    post(1004, 100, 4, "一行\\n\twith tabs", { reply_to_post_number: 2 }),
    post(1005, 100, 5, "", { user_id: 3, post_type: 3 }),
    post(1006, 100, 6, "deleted reply", { deleted_at: LATER, deleted_by_id: 3 }),
    post(1007, 100, 8, `flagged ![s](upload://${short("flagged.png")})`, { hidden: true, hidden_at: LATER }),
    post(1008, 100, 9, "from who left", { user_id: null, reply_to_post_number: 1, post_type: 2 }),
    post(1009, 100, 10, "(post deleted by author)", { user_deleted: true }),
    post(
      1010,
      101,
      1,
      `![b](upload://${short("b.png")}) [s|attachment](upload://${short("secret.pdf")})\n\n${PLACES}`,
      {
        user_id: 8,
      },
    ),
    post(1020, 102, 1, `lounge text ![](upload://${short("lounge.png")})`, { user_id: 8 }),
    post(1030, 103, 1, `long title, open: ![](${stored("lounge.png")})`, { user_id: 999 }),
    post(1040, 104, 1, "unlisted text\n\n[poll groups=club]\n* A\n* B\n[/poll]"),
    post(1050, 105, 1, "deleted topic"),
    post(1060, 106, 1, `hidden secret ![](upload://${short("hidden.png")})`, { hidden: true }),
    post(1061, 106, 2, "an answer"),
    post(1070, 107, 1, DAYS, { user_id: -1 }),
    post(1080, 108, 1, "staff text\n\n[poll results=staff_only]\n* A\n* B\n[/poll]"),
    post(1090, 109, 1, "nowhere text"),
    post(1100, 998, 1, "lost text"),
    post(2001, 200, 1, "At noon?"),
    post(2002, 200, 2, `Yes ![m](upload://${short("msg.png")})`, { user_id: 3 }),
    post(2003, 200, 3, "", { post_type: 3 }),
    post(2004, 200, 4, "deleted message", { deleted_at: LATER }),
    post(2011, 201, 1, "Not read yet", { user_id: 3 }),
    post(2021, 202, 1, "secret of three"),
    post(2031, 203, 1, "secret of the group"),
    post(2041, 204, 1, "Welcome from the bot", { user_id: -1 }),
    post(2051, 205, 1, "Bye", { user_id: 999 }),
    post(2052, 205, 2, "secret of a stranger", { user_id: 5 }),
    post(2061, 206, 1, "secret that was deleted"),
  ],
  post_actions: numbered([
    { post_id: 1001, user_id: 3, post_action_type_id: 2, created_at: LATER },
    { post_id: 1002, user_id: 2, post_action_type_id: 2, created_at: NOON },
    { post_id: 1002, user_id: 8, post_action_type_id: 2, created_at: NOON, deleted_at: LATER },
    { post_id: 1004, user_id: 3, post_action_type_id: 8, created_at: NOON },
    { post_id: 1003, user_id: 1, post_action_type_id: 2, created_at: NOON },
  ]),
  discourse_reactions_reaction_users: numbered([
    { reaction_id: 1, user_id: 5, post_id: 1002, created_at: NOON },
    { reaction_id: 2, user_id: 2, post_id: 1002, created_at: LATER },
  ]),
  bookmarks: numbered([
    { user_id: 2, bookmarkable_id: 101, bookmarkable_type: "Topic", created_at: NOON },
    { user_id: 3, bookmarkable_id: 1002, bookmarkable_type: "Post", created_at: NOON },
    { user_id: 3, bookmarkable_id: 200, bookmarkable_type: "Topic", created_at: NOON },
    { user_id: 3, bookmarkable_id: 100, bookmarkable_type: "ChatMessage", created_at: NOON },
  ]),
  topic_users: numbered([
    { user_id: 2, topic_id: 100, notification_level: 3, notifications_changed_at: LATER },
    { user_id: 3, topic_id: 100, notification_level: 0 },
    { user_id: 5, topic_id: 100, notification_level: 1 },
    { user_id: 2, topic_id: 200, notification_level: 3, last_read_post_number: 4 },
    { user_id: 3, topic_id: 200, notification_level: 3, last_read_post_number: 2 },
    { user_id: 2, topic_id: 201, notification_level: 1, last_read_post_number: null },
  ]),
  category_users: numbered([{ category_id: 1, user_id: 2, notification_level: 4 }]),
  tag_users: numbered([
    { tag_id: 1, user_id: 3, notification_level: 3 },
    { tag_id: 2, user_id: 3, notification_level: 3 },
  ]),
  muted_users: numbered([{ user_id: 2, muted_user_id: 4, created_at: NOON }]),
  ignored_users: numbered([
    { user_id: 2, ignored_user_id: 5, created_at: NOON, expiring_at: "2038-01-01 00:00:00" },
    { user_id: 3, ignored_user_id: 4, created_at: NOON, expiring_at: "2022-01-01 00:00:00" },
  ]),
  topic_allowed_users: numbered(
    [
      [200, 2, 3],
      [201, 3, 2],
      [202, 2, 3, 4],
      [203, 2],
      [204, -1, 2],
      [205, 2, 999],
      [206, 2, 3],
    ].flatMap(([topicId, ...users]) => users.map((id) => ({ topic_id: topicId!, user_id: id }))),
  ),
  topic_allowed_groups: numbered([{ topic_id: 203, group_id: 2 }]),
  tags: [
    { id: 1, name: "travel", created_at: NOON },
    { id: 2, name: "trip", target_tag_id: 1, created_at: NOON },
    { id: 3, name: "insiders", created_at: NOON },
    { id: 4, name: "旅行", created_at: NOON },
  ],
  topic_tags: numbered([
    { topic_id: 100, tag_id: 1 },
    { topic_id: 100, tag_id: 3 },
    { topic_id: 106, tag_id: 4 },
  ]),
  tag_group_memberships: numbered([
    { tag_id: 3, tag_group_id: 1 },
    { tag_id: 4, tag_group_id: 2 },
  ]),
  tag_group_permissions: numbered([
    { tag_group_id: 1, group_id: 3, permission_type: 1 },
    { tag_group_id: 2, group_id: 0, permission_type: 1 },
  ]),
  uploads: [
    upload(-5, "system.png"),
    upload(1, "a.png"),
    upload(2, "b.png"),
    upload(3, "plan.pdf"),
    upload(4, "secret.pdf", { user_id: 8 }),
    upload(5, "msg.png", { user_id: 3 }),
    upload(6, "gone.png"),
    upload(7, "unused.pdf"),
    upload(8, "whisper.png"),
    upload(9, "lounge.png"),
    upload(10, "flagged.png"),
    upload(11, "hidden.png"),
  ],
  permalinks: numbered([
    { url: "thread-5-1-1.html", topic_id: 100 },
    { url: "/showpost.php?p=2", post_id: 1002 },
    { url: "forum-2-1.html", category_id: 2 },
    { url: "tag-t", tag_id: 1 },
    { url: "elsewhere", external_url: "https://a.example/" },
    { url: "private", topic_id: 200 },
  ]),
  ...POLL_ROWS,
  reviewables: [
    { id: 31, type: "ReviewableQueuedPost", status: 0, payload: '{"raw":"queued secret"}' },
    // One that was reviewed, and a complaint.
    { id: 32, type: "ReviewableQueuedPost", status: 1, payload: '{"raw":"queued secret"}' },
    { id: 33, type: "ReviewableFlaggedPost", status: 0, payload: null },
  ],
  watched_words: numbered([
    { word: "赌场", action: 1 },
    { word: "bad*", action: 2 },
    { word: "colour", action: 5, replacement: "color" },
    { word: "hmm", action: 4 },
    { word: "BAD", action: 3 },
  ]),
  invites: [
    invite(1, "goodcode", { max_redemptions_allowed: 5, redemption_count: 1 }),
    invite(2, "formail", { email: "x@example.org" }),
    invite(3, "expired", { invited_by_id: 1, expires_at: "2022-01-01 00:00:00" }),
  ],
  invited_users: numbered([
    { user_id: 2, invite_id: 3, redeemed_at: LATER },
    { user_id: 8, invite_id: 99, redeemed_at: LATER },
  ]),
};

/** Writes rows as pg_dump does. */
export function dumpOf(rows: Rows, schema: Readonly<Record<string, string>> = SCHEMA): string {
  const tables = Object.keys(schema).filter((name) => rows[name] !== undefined);
  const created = tables.map((name) => {
    const columns = schema[name]!.split(", ").map((column) => `    ${column}`);
    return `CREATE TABLE public.${name} (\n${columns.join(",\n")}\n);\n`;
  });
  const copied = tables.map((name) => {
    const columns = schema[name]!.split(", ").map((column) => column.split(" ", 1)[0]!);
    const lines = rows[name]!.map((row) =>
      columns.map((column) => textOf(row[column.replaceAll('"', "")] ?? null)).join("\t"),
    );
    return [`COPY public.${name} (${columns.join(", ")}) FROM stdin;`, ...lines, "\\.", "\n"].join("\n");
  });
  const head = "--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n";
  const end = "--\n-- PostgreSQL database dump complete\n--\n";
  return [head, ...created, ...copied, end].join("\n");
}

function textOf(value: Value): string {
  if (value === null) return "\\N";
  if (typeof value === "boolean") return value ? "t" : "f";
  return String(value).replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Files of the backup; one that its rows name is missing. */
export const FILES = [
  "a.png",
  "b.png",
  "plan.pdf",
  "secret.pdf",
  "msg.png",
  "unused.pdf",
  "whisper.png",
  "lounge.png",
  "flagged.png",
  "hidden.png",
];

/** The community as a backup that is unpacked. */
export const DISCOURSE: Community = {
  read: readDiscourse,
  files: {},
  options: { address: "https://old.example.org/forum", files: null },
  make(root) {
    const url = join(root, "backup");
    writeFiles(url, Object.fromEntries(FILES.map((name) => [stored(name), name])));
    writeDump(url, ROWS);
    return Promise.resolve({ url });
  },
};

/** Writes the dump of a backup. */
export function writeDump(backup: string, rows: Rows): void {
  writeFileSync(join(backup, "dump.sql"), dumpOf(rows));
}
