import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { readFlarum } from "../../../server/transfer/sources/flarum/read.ts";
import { type Community, databaseOnServer } from "../reading.ts";

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** Times of the fixture as Flarum writes them: UTC. */
const [NOON, LATER] = ["2021-03-04 12:00:00", "2021-03-05 00:30:00"];
/** Hashes as PHP makes them: of PASSWORD, and of "password". */
export const BCRYPT = "$2y$10$FlarumFlarumFlarumFlau5VRowfVw1Y7VS85g/xxI3gvSBuyRha2";
export const ARGON2 =
  "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
export const PASSWORD = "松下问童子";

const user = (id: number, username: string, more: Row = {}): Row => ({
  id,
  username,
  email: `u${id}@example.org`,
  is_email_confirmed: 1,
  password: BCRYPT,
  joined_at: NOON,
  last_seen_at: LATER,
  ...more,
});

const tag = (id: number, name: string, slug: string, more: Row = {}): Row => ({
  id,
  name,
  slug,
  is_primary: 0,
  is_restricted: 0,
  color: "#336699",
  created_at: NOON,
  ...more,
});

const discussion = (id: number, title: string, first: number, more: Row = {}): Row => ({
  id,
  title,
  comment_count: 1,
  user_id: 2,
  first_post_id: first,
  created_at: NOON,
  last_posted_at: LATER,
  is_private: 0,
  is_approved: 1,
  is_locked: 0,
  is_sticky: 0,
  view_count: 7,
  ...more,
});

const post = (id: number, thread: number, number: number, content: string, more: Row = {}): Row => ({
  id,
  discussion_id: thread,
  number,
  user_id: 2,
  type: "comment",
  content,
  created_at: NOON,
  is_private: 0,
  is_approved: 1,
  ...more,
});

const permissions = (group: number, ...names: string[]): Row[] =>
  names.map((permission) => ({ group_id: group, permission }));

const poll = (
  id: number,
  post_id: number | null,
  question: string,
  settings: object = {},
  more: Row = {},
): Row => ({
  id,
  question,
  post_id,
  user_id: 2,
  end_date: null,
  published_at: NOON,
  created_at: NOON,
  settings: JSON.stringify(settings),
  ...more,
});

const vote = (id: number, poll_id: number, option_id: number, user_id: number | null): Row => ({
  id,
  poll_id,
  option_id,
  user_id,
  created_at: LATER,
});

/** Words of a poll that are longer than ours can be. */
export const LONG_QUESTION = "Which of these two should come first, do you think?";
export const LONG_CHOICE = "The one with the very long name that nobody can say without a pause";
const ELECTION = { allow_multiple_votes: true, max_votes: 2, hide_votes: true };

/** Rows of a community of Flarum 2, with every trap that databases hold. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  settings: [
    { key: "forum_title", value: "老论坛" },
    { key: "mail_password", value: "secret" },
  ],
  users: [
    user(1, "站长", { avatar_url: "a.png" }),
    user(2, "ada", { nickname: "Ada", bio: "Hello." }),
    user(3, "bob", { nickname: "ＡＤＡ", is_email_confirmed: 0, password: ARGON2 }),
    user(4, "a-name-of-thirty-characters-xx", { email: "U5@example.org" }),
    user(5, "troll", { suspended_until: "2038-01-01 00:00:00", suspend_reason: "Spam", password: "" }),
    user(6, "was-suspended", { suspended_until: "2022-01-01 00:00:00", avatar_url: "gone.png" }),
  ],
  groups: [
    { id: 1, name_singular: "Admin", name_plural: "Admins", is_hidden: 0 },
    { id: 2, name_singular: "Guest", name_plural: "Guests", is_hidden: 0 },
    { id: 3, name_singular: "Member", name_plural: "Members", is_hidden: 0 },
    { id: 4, name_singular: "Mod", name_plural: "Mods", color: "#80349E", icon: "fas fa-bolt", is_hidden: 0 },
    { id: 5, name_singular: "Club", name_plural: "Club", is_hidden: 1 },
  ],
  group_user: [
    { user_id: 1, group_id: 1 },
    { user_id: 1, group_id: 4 },
    { user_id: 3, group_id: 5 },
    { user_id: 4, group_id: 4 },
    { user_id: 4, group_id: 5 },
  ],
  group_permission: [
    ...permissions(2, "viewForum"),
    ...permissions(3, "startDiscussion", "discussion.reply"),
    ...permissions(4, "discussion.hide", "discussion.hidePosts", "discussion.editPosts", "discussion.sticky"),
    ...permissions(4, "tag3.viewForum", "tag3.discussion.reply", "tag6.viewForum"),
    ...permissions(5, "tag3.viewForum"),
    // Without restriction, this grant means nothing.
    ...permissions(2, "tag1.startDiscussion"),
  ],
  tags: [
    tag(1, "General", "general", { is_primary: 1, position: 0 }),
    tag(2, "Child", "child", { is_primary: 1, position: 0, parent_id: 1 }),
    tag(3, "Club room", "club", { is_primary: 1, position: 1, is_restricted: 1 }),
    tag(4, "Travel!", "travel"),
    tag(5, "ＴＲＡＶＥＬ", "travel-2"),
    tag(6, "Staff", "staff", { is_restricted: 1 }),
    tag(7, "Deep", "deep", { is_primary: 1, position: 0, parent_id: 2 }),
    // Open itself, below one that is not.
    tag(8, "Cellar", "cellar", { is_primary: 1, position: 0, parent_id: 3 }),
    tag(9, "Safe", "safe", { is_primary: 1, position: 9, is_restricted: 1 }),
  ],
  discussion_tag: [
    [100, 1],
    [100, 2],
    [100, 4],
    [100, 5],
    [101, 3],
    [102, 1],
    [102, 6],
    [104, 1],
    [105, 1],
    [106, 8],
    [107, 9],
    [108, 1],
    [109, 1],
  ].map(([discussion_id, tag_id]) => ({ discussion_id: discussion_id!, tag_id: tag_id! })),
  discussions: [
    discussion(100, "欢迎", 1000, { is_sticky: 1, best_answer_post_id: 1004 }),
    discussion(101, "In the club", 1010),
    discussion(102, "About staff", 1020),
    discussion(103, "Between two", 1030, { is_private: 1 }),
    discussion(104, "长".repeat(120), 1040, { is_locked: 1, user_id: null }),
    discussion(105, "Waits", 1050, { is_private: 1, is_approved: 0 }),
    discussion(106, "In the cellar", 1060),
    discussion(107, "In the safe", 1070),
    discussion(108, "Deleted", 1080, { hidden_at: LATER, hidden_user_id: 1 }),
    discussion(109, "Text deleted", 1090),
    discussion(110, "Without tags", 1100),
    discussion(111, "Between some, flag lost", 1110),
  ],
  posts: [
    post(
      1000,
      100,
      1,
      '<r><p><STRONG><s>**</s>Hi<e>**</e></STRONG> <USERMENTION displayname="Ada" id="2">@"Ada"#2</USERMENTION></p>\n<p><UPL-IMAGE-PREVIEW url="https://old.example.org/forum/assets/files/2021/b.png" uuid="0b">[upl-image-preview uuid=0b]</UPL-IMAGE-PREVIEW></p>\n<p><URL url="https://old.example.org/forum/d/100-welcome/4">there</URL></p></r>',
      { edited_at: LATER },
    ),
    post(1001, 100, 2, '["欢迎","旧"]', { type: "discussionRenamed" }),
    post(1002, 100, 3, "<t><p>第一个回复</p></t>", { user_id: 3 }),
    post(
      1003,
      100,
      4,
      '<r><p><POSTMENTION discussionid="100" displayname="ＡＤＡ" id="1002" number="3">@"x"#p1002</POSTMENTION> yes</p></r>',
    ),
    post(1004, 100, 6, "<t><p>Of a deleted author</p></t>", { user_id: null }),
    post(1005, 100, 7, "<t><p>hidden reply</p></t>", { hidden_at: LATER, hidden_user_id: 1 }),
    post(1006, 100, 8, "<t><p>waiting reply</p></t>", { is_private: 1, is_approved: 0 }),
    post(1007, 100, 9, "<t><p>whisper</p></t>", { is_private: 1 }),
    post(
      1008,
      100,
      10,
      '<r><p><POSTMENTION discussionid="100" displayname="Ada" id="1000" number="1">@"x"#p1000</POSTMENTION> the text</p></r>',
    ),
    post(1010, 101, 1, "<t><p>club secret</p></t>"),
    post(1020, 102, 1, "<t><p>staff secret</p></t>"),
    post(1030, 103, 1, "<t><p>private secret</p></t>"),
    post(1040, 104, 1, "<t><p>long title</p></t>", { user_id: null }),
    post(1050, 105, 1, "<t><p>waiting text</p></t>", { is_private: 1, is_approved: 0 }),
    post(1060, 106, 1, "<t><p>cellar secret</p></t>"),
    post(1070, 107, 1, "<t><p>safe secret</p></t>"),
    post(1080, 108, 1, "<t><p>deleted text</p></t>"),
    post(1090, 109, 1, "<t><p>text that was taken back</p></t>", { hidden_at: LATER }),
    post(1091, 109, 2, "<t><p>answer</p></t>", { user_id: 3 }),
    post(1100, 110, 1, "<t><p>loose</p></t>"),
    post(1110, 111, 1, "<t><p>private secret</p></t>"),
    post(1120, 999, 1, "<t><p>of nothing</p></t>"),
  ],
  recipients: [
    { id: 1, discussion_id: 103, user_id: 2, group_id: null },
    { id: 2, discussion_id: 103, user_id: 3, group_id: null },
    { id: 3, discussion_id: 111, user_id: 3, group_id: null },
  ],
  post_likes: [
    { post_id: 1000, user_id: 3, created_at: LATER },
    { post_id: 1002, user_id: 2, created_at: null },
    { post_id: 1030, user_id: 3, created_at: NOON },
  ],
  discussion_user: [
    { user_id: 2, discussion_id: 100, last_read_at: LATER, subscription: "follow" },
    { user_id: 2, discussion_id: 101, last_read_at: LATER, subscription: null },
    { user_id: 3, discussion_id: 100, last_read_at: null, subscription: "ignore" },
    { user_id: 3, discussion_id: 103, last_read_at: null, subscription: "follow" },
  ],
  polls: [
    poll(1, 1000, "猫还是狗？", { public_poll: true }),
    poll(2, 1002, "Which?", { hide_votes: true }),
    // Its question and a choice are longer than ours can be.
    poll(3, 1100, LONG_QUESTION, ELECTION, { subtitle: "Choose *two*.", end_date: "2038-01-01 00:00:00" }),
    poll(4, null, "A question to all?"),
    poll(5, 1040, "A draft?", {}, { published_at: null }),
    // A second one of a text, and one of a text that was taken back.
    poll(6, 1000, "And birds?"),
    poll(7, 1090, "Taken back?"),
  ],
  poll_options: [
    { id: 1, answer: "猫 | cat", poll_id: 1, vote_count: 3 },
    { id: 2, answer: "狗", poll_id: 1, vote_count: 1 },
    { id: 3, answer: "This", poll_id: 2, vote_count: 77077077 },
    { id: 4, answer: LONG_CHOICE, poll_id: 3, vote_count: 88 },
    { id: 5, answer: "Short", poll_id: 3, vote_count: 1 },
    { id: 6, answer: "Third", poll_id: 3, vote_count: 0 },
    { id: 7, answer: "Taken", poll_id: 7, vote_count: 1 },
    { id: 8, answer: "Back", poll_id: 7, vote_count: 1 },
    { id: 9, answer: "Sparrow", poll_id: 6, vote_count: 2 },
    { id: 10, answer: "Owl", poll_id: 6, vote_count: 0 },
  ],
  poll_votes: [
    vote(1, 1, 1, 2),
    vote(2, 1, 1, 3),
    // Of a member who was deleted.
    vote(3, 1, 1, null),
    vote(4, 1, 2, 4),
    vote(5, 3, 5, 6),
    vote(6, 3, 4, 6),
    vote(7, 7, 7, 2),
  ],
  fof_upload_files: [
    file(1, "0b", "2021/b.png", null),
    file(2, "0c", "2021/plan.pdf", 1002),
    file(3, "0d", "2021/secret.pdf", 1030),
    file(4, "0e", "2021/lost.png", 1002),
    file(5, "0f", "../../secret/passwd", 1002),
    // Of a text that was taken back.
    file(6, "0a", "2021/back.pdf", 1090),
  ],
  dialogs: [
    { id: 40, type: "direct", created_at: NOON },
    { id: 41, type: "direct", created_at: NOON },
    { id: 42, type: "direct", created_at: LATER },
    { id: 43, type: "direct", created_at: NOON },
  ],
  dialog_user: [
    { id: 1, dialog_id: 40, user_id: 3, joined_at: NOON, last_read_message_id: 701 },
    { id: 2, dialog_id: 40, user_id: 2, joined_at: NOON, last_read_message_id: 9999 },
    { id: 3, dialog_id: 41, user_id: 1, joined_at: NOON, last_read_message_id: 0 },
    { id: 4, dialog_id: 41, user_id: 2, joined_at: NOON, last_read_message_id: 0 },
    { id: 5, dialog_id: 41, user_id: 3, joined_at: NOON, last_read_message_id: 0 },
    { id: 6, dialog_id: 42, user_id: 2, joined_at: NOON, last_read_message_id: 0 },
    { id: 7, dialog_id: 42, user_id: 3, joined_at: NOON, last_read_message_id: 0 },
    { id: 8, dialog_id: 43, user_id: 2, joined_at: NOON, last_read_message_id: 0 },
  ],
  dialog_messages: [
    { id: 700, dialog_id: 40, user_id: 2, content: "<t><p>你好</p></t>", created_at: NOON },
    { id: 701, dialog_id: 42, user_id: 3, content: "<t><p>again</p></t>", created_at: LATER },
    { id: 702, dialog_id: 41, user_id: 1, content: "<t><p>of three</p></t>", created_at: LATER },
    { id: 703, dialog_id: 43, user_id: null, content: "<t><p>from who left</p></t>", created_at: LATER },
    { id: 704, dialog_id: 40, user_id: 1, content: "<t><p>stranger</p></t>", created_at: LATER },
  ],
};

function file(id: number, uuid: string, path: string, post_id: number | null): Row {
  return {
    id,
    uuid,
    actor_id: 2,
    post_id,
    base_name: `my ${path.split("/").at(-1)!}`,
    path,
    url: `https://old.example.org/forum/assets/files/${path}`,
    type: "any",
    size: 9,
    created_at: NOON,
  };
}

/** The statements that make the community in an empty database of any engine. */
export function statements(): string[] {
  const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
  const inserts = Object.entries(ROWS).flatMap(([table, rows]) => rows.map((row) => insertOf(table, row)));
  return [...schema, ...inserts];
}

function insertOf(table: string, row: Row): string {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  const values = Object.values(row).map((value) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value ?? "NULL"),
  );
  return `INSERT INTO fl_${table} (${names.join(", ")}) VALUES (${values.join(", ")})`;
}

/** Makes a file of SQLite by statements. */
export function makeFile(location: string, all: readonly string[]): void {
  const file = new Sqlite(location);
  file.transaction(() => {
    for (const sql of all) file.exec(sql);
  })();
  file.close();
}

/** The community in a file of SQLite. */
export const FLARUM: Community = {
  read: readFlarum,
  files: {
    "public/assets/avatars/a.png": "avatar",
    "public/assets/files/2021/b.png": "picture b",
    "public/assets/files/2021/plan.pdf": "plan",
    "public/assets/files/2021/secret.pdf": "secret",
    "public/assets/files/2021/back.pdf": "back",
    // A file beside the site that the path of an upload leads to.
    "../secret/passwd": "root",
  },
  options: { address: "https://old.example.org/forum" },
  make(root) {
    const url = join(root, "flarum.sqlite");
    makeFile(url, statements());
    return Promise.resolve({ url });
  },
};

/** The community on a server. */
export const FLARUM_ON_SERVER: Community = {
  ...FLARUM,
  make: () => databaseOnServer(statements().map((sql) => ({ sql }))),
};
