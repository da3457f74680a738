/** Columns of the tables of phpBB 3.3 that the reader reads, as both SQLite and MySQL understand them. */
export const TABLES: Readonly<Record<string, string>> = {
  config: "config_name VARCHAR(100) PRIMARY KEY, config_value VARCHAR(255)",
  groups:
    "group_id INTEGER PRIMARY KEY, group_type INTEGER, group_name VARCHAR(100), group_colour VARCHAR(6)",
  users: `user_id INTEGER PRIMARY KEY, user_type INTEGER, user_inactive_reason INTEGER, group_id INTEGER, username VARCHAR(255),
    username_clean VARCHAR(255), user_password VARCHAR(255), user_email VARCHAR(100), user_regdate INTEGER, user_lastvisit INTEGER,
    user_sig TEXT, user_sig_bbcode_uid VARCHAR(8), user_avatar VARCHAR(255), user_avatar_type VARCHAR(255)`,
  user_group: "group_id INTEGER, user_id INTEGER, user_pending INTEGER",
  banlist: `ban_id INTEGER PRIMARY KEY, ban_userid INTEGER, ban_ip VARCHAR(40), ban_email VARCHAR(100), ban_end INTEGER,
    ban_exclude INTEGER, ban_reason VARCHAR(255)`,
  forums: `forum_id INTEGER PRIMARY KEY, parent_id INTEGER, left_id INTEGER, forum_name VARCHAR(255), forum_desc TEXT,
    forum_desc_uid VARCHAR(8), forum_type INTEGER, forum_status INTEGER, forum_password VARCHAR(255), forum_link VARCHAR(255)`,
  acl_options: "auth_option_id INTEGER PRIMARY KEY, auth_option VARCHAR(50)",
  acl_groups:
    "group_id INTEGER, forum_id INTEGER, auth_option_id INTEGER, auth_role_id INTEGER, auth_setting INTEGER",
  acl_users:
    "user_id INTEGER, forum_id INTEGER, auth_option_id INTEGER, auth_role_id INTEGER, auth_setting INTEGER",
  acl_roles_data: "role_id INTEGER, auth_option_id INTEGER, auth_setting INTEGER",
  moderator_cache:
    "forum_id INTEGER, user_id INTEGER, username VARCHAR(255), group_id INTEGER, group_name VARCHAR(255)",
  topics: `topic_id INTEGER PRIMARY KEY, forum_id INTEGER, topic_title VARCHAR(255), topic_poster INTEGER, topic_time INTEGER,
    topic_last_post_time INTEGER, topic_views INTEGER, topic_type INTEGER, topic_time_limit INTEGER, topic_status INTEGER,
    topic_moved_id INTEGER, topic_visibility INTEGER, topic_delete_time INTEGER, topic_delete_user INTEGER,
    topic_first_post_id INTEGER, poll_title VARCHAR(255), poll_start INTEGER, poll_length INTEGER, poll_max_options INTEGER`,
  posts: `post_id INTEGER PRIMARY KEY, topic_id INTEGER, poster_id INTEGER, post_time INTEGER, post_username VARCHAR(255),
    post_subject VARCHAR(255), post_text TEXT, bbcode_uid VARCHAR(8), enable_bbcode INTEGER, post_edit_time INTEGER,
    post_visibility INTEGER, post_delete_time INTEGER, post_delete_user INTEGER`,
  poll_options: "poll_option_id INTEGER, topic_id INTEGER, poll_option_text TEXT, poll_option_total INTEGER",
  poll_votes: "topic_id INTEGER, poll_option_id INTEGER, vote_user_id INTEGER, vote_user_ip VARCHAR(40)",
  attachments: `attach_id INTEGER PRIMARY KEY, post_msg_id INTEGER, topic_id INTEGER, in_message INTEGER, poster_id INTEGER,
    is_orphan INTEGER, physical_filename VARCHAR(255), real_filename VARCHAR(255), extension VARCHAR(100),
    mimetype VARCHAR(100), filetime INTEGER`,
  privmsgs: `msg_id INTEGER PRIMARY KEY, author_id INTEGER, message_time INTEGER, message_subject VARCHAR(255), message_text TEXT,
    bbcode_uid VARCHAR(8), enable_bbcode INTEGER, to_address TEXT, bcc_address TEXT`,
  privmsgs_to: "msg_id INTEGER, user_id INTEGER, pm_unread INTEGER, pm_deleted INTEGER, folder_id INTEGER",
  bookmarks: "topic_id INTEGER, user_id INTEGER",
  topics_watch: "topic_id INTEGER, user_id INTEGER, notify_status INTEGER",
  forums_watch: "forum_id INTEGER, user_id INTEGER, notify_status INTEGER",
  zebra: "user_id INTEGER, zebra_id INTEGER, friend INTEGER, foe INTEGER",
  words: "word_id INTEGER PRIMARY KEY, word VARCHAR(255), replacement VARCHAR(255)",
  profile_fields: "field_id INTEGER PRIMARY KEY, field_name VARCHAR(255)",
};

type Values = Readonly<Record<string, string | number>>;

/** 2021-03-04 04:00 UTC, in seconds. */
export const NOON = 1_614_830_400;
/** Hashes of phpBB of all its times, by the id of a member, and the passwords of these. */
export const HASHES: Readonly<Record<number, readonly [password: string, hash: string]>> = {
  2: ["Cafe\u0301 noir", "$2y$10$phpBBphpBBphpBBphpBBpu7m.J.vejLZxr0EpVj7F1202rNwz0UcW"],
  3: ["test12345", "$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"],
  4: ["foobar", "3858F62230AC3C915F300C664312c63f"],
  8: [
    'a"b<c> &d',
    "$argon2id$v=19$m=65536,t=4,p=1$cGhwQkJwaHBCQnBocEJCIQ$Voa0617LpzA/vZiE1LOgXO7zyw4c02cqFXcUwbI7T9w",
  ],
  9: ["123456", "$H\\2y$7RsqOrLNk$10\\vw31ldi5VPlyG2t5HxqIKe$yFv5dvOFakbr/GBBC0oyfIGMOkSD1dq"],
  // phpBB 3 marks those of phpBB 2 so.
  10: ["o'neil", "$CP$15ae79a13c62a421e62a0e991119765e"],
};

const user = (id: number, name: string, other: Values = {}): Values => ({
  user_id: id,
  user_type: 0,
  user_inactive_reason: 0,
  group_id: 2,
  username: name,
  username_clean: `${name.toLowerCase()} ${id}`,
  user_password: HASHES[id]?.[1] ?? HASHES[2]![1],
  user_email: `member${id}@example.org`,
  user_regdate: NOON + id,
  user_lastvisit: 0,
  user_sig: "",
  user_avatar: "",
  ...other,
});

const forum = (id: number, parentId: number, name: string, other: Values = {}): Values => ({
  forum_id: id,
  parent_id: parentId,
  left_id: id,
  forum_name: name,
  forum_desc: "",
  forum_desc_uid: "",
  forum_type: 1,
  forum_status: 0,
  forum_password: "",
  ...other,
});

const topic = (id: number, forumId: number, firstPostId: number, other: Values = {}): Values => ({
  topic_id: id,
  forum_id: forumId,
  topic_title: `Topic ${id}`,
  topic_poster: 3,
  topic_time: NOON,
  topic_last_post_time: NOON + 60,
  topic_views: 7,
  topic_type: 0,
  topic_time_limit: 0,
  topic_status: 0,
  topic_moved_id: 0,
  topic_visibility: 1,
  topic_delete_time: 0,
  topic_delete_user: 0,
  topic_first_post_id: firstPostId,
  poll_title: "",
  poll_start: 0,
  poll_length: 0,
  poll_max_options: 1,
  ...other,
});

const pollVote = (topicId: number, option: number, userId: number): Values => ({
  topic_id: topicId,
  poll_option_id: option,
  vote_user_id: userId,
  vote_user_ip: "10.0.0.77",
});

const post = (id: number, topicId: number, text: string, other: Values = {}): Values => ({
  post_id: id,
  topic_id: topicId,
  poster_id: 3,
  post_time: NOON + id,
  post_username: "",
  post_subject: `Re: Topic ${topicId}`,
  post_text: text,
  bbcode_uid: "",
  enable_bbcode: 1,
  post_edit_time: 0,
  post_visibility: 1,
  post_delete_time: 0,
  post_delete_user: 0,
  ...other,
});

const file = (id: number, postId: number, physical: string, real: string, mimetype: string): Values => ({
  attach_id: id,
  post_msg_id: postId,
  topic_id: 100,
  in_message: 0,
  poster_id: 3,
  is_orphan: 0,
  physical_filename: physical,
  real_filename: real,
  extension: "",
  mimetype,
  filetime: NOON,
});

const message = (id: number, authorId: number, to: string, text: string): Values => ({
  msg_id: id,
  author_id: authorId,
  message_time: NOON + id,
  message_subject: id === 1 ? "约个时间" : "Re: 约个时间",
  message_text: text,
  bbcode_uid: "",
  enable_bbcode: 1,
  to_address: to,
  bcc_address: "",
});

const copy = (id: number, memberId: number, isUnread = 0): Values => ({
  msg_id: id,
  user_id: memberId,
  pm_unread: isUnread,
  pm_deleted: 0,
  folder_id: 0,
});

const [READER, NEVER] = [{ auth_option_id: 0, auth_role_id: 20, auth_setting: 0 }, -1];
const mayRead = (forumId: number, ...groups: number[]): Values[] =>
  groups.map((group_id) => ({ group_id, forum_id: forumId, ...READER }));

export const ROWS: Readonly<Record<string, readonly Values[]>> = {
  config: Object.entries({
    sitename: "Old &amp; good",
    posts_per_page: "25",
    avatar_salt: "salt",
    require_activation: "1",
    version: "3.3.11",
    upload_path: "files",
  }).map(([config_name, config_value]) => ({ config_name, config_value })),
  groups: [
    "GUESTS",
    "REGISTERED",
    "REGISTERED_COPPA",
    "GLOBAL_MODERATORS",
    "ADMINISTRATORS",
    "BOTS",
    "NEWLY_REGISTERED",
    "Club &amp; Co",
    "Choir",
  ].map((group_name, index) => ({
    group_id: index + 1,
    group_type: index < 7 ? 3 : 0,
    group_name,
    group_colour: index === 7 ? "AA0000" : "",
  })),
  users: [
    user(1, "Anonymous", { user_type: 2, group_id: 1, user_password: "", user_email: "" }),
    user(2, "root", { user_type: 3, group_id: 5 }),
    user(3, "Ada", {
      user_avatar: "3_1614830400.png",
      user_avatar_type: "avatar.driver.upload",
      user_sig: "<r>Hello <B><s>[b]</s>you<e>[/b]</e></B> &amp; all<HIDE>secret</HIDE></r>",
    }),
    user(4, "ａｄａ", {
      group_id: 8,
      user_email: " same@example.org",
    }),
    user(5, "Tom &amp; Ann", { user_type: 1, user_inactive_reason: 1, user_email: "SAME@example.org" }),
    user(6, "Robot", { user_type: 2, group_id: 6 }),
    user(7, "Zed", { user_password: "sha1:what", user_email: "none" }),
    user(8, "Mo", { user_avatar: "lost.png", user_avatar_type: "1" }),
    user(9, "Eve", { group_id: 9 }),
    user(10, "A name that is much longer than fifteen characters"),
  ],
  user_group: [
    ...[2, 3, 4, 5, 7, 8, 10].map((id) => [2, id]),
    [5, 2],
    [4, 8],
    [8, 8],
    [8, 4],
    [9, 4],
    [9, 9],
  ].map(([group_id, user_id]) => ({ group_id: group_id!, user_id: user_id!, user_pending: 0 })),
  banlist: [
    { ban_id: 1, ban_userid: 7, ban_end: 0, ban_exclude: 0, ban_reason: "spam &amp; more" },
    { ban_id: 2, ban_userid: 3, ban_end: NOON, ban_exclude: 0, ban_reason: "long ago" },
    { ban_id: 3, ban_userid: 0, ban_ip: "192.0.2.1", ban_end: 0, ban_exclude: 0, ban_reason: "" },
    { ban_id: 4, ban_userid: 4, ban_end: 0, ban_exclude: 1, ban_reason: "" },
  ],
  forums: [
    forum(10, 0, "综合", { forum_type: 0 }),
    forum(11, 10, "Talk &amp; chat", { forum_desc: "<r>All <B><s>[b]</s>day<e>[/b]</e></B></r>" }),
    forum(12, 11, "Deep"),
    forum(13, 10, "Club"),
    forum(14, 10, "Locked door", { forum_password: "$2y$10$x" }),
    forum(15, 0, "Shop", { forum_type: 2, forum_link: "https://shop.example.org" }),
    forum(16, 0, "Members", { forum_status: 1 }),
    forum(17, 0, "Not for the choir"),
    forum(18, 13, "Cellar"),
    forum(19, 0, "Nobody's"),
  ],
  acl_options: [
    { auth_option_id: 1, auth_option: "f_list" },
    { auth_option_id: 2, auth_option: "f_read" },
    { auth_option_id: 3, auth_option: "f_post" },
  ],
  acl_roles_data: [
    { role_id: 20, auth_option_id: 1, auth_setting: 1 },
    { role_id: 20, auth_option_id: 2, auth_setting: 1 },
    { role_id: 21, auth_option_id: 2, auth_setting: NEVER },
  ],
  acl_groups: [
    { group_id: 1, forum_id: 10, auth_option_id: 1, auth_role_id: 0, auth_setting: 1 },
    ...mayRead(11, 1, 2),
    ...mayRead(12, 1, 2),
    ...mayRead(13, 8),
    ...mayRead(14, 1, 2),
    ...mayRead(15, 1),
    ...mayRead(16, 2),
    ...mayRead(17, 2),
    { group_id: 9, forum_id: 17, auth_option_id: 0, auth_role_id: 21, auth_setting: 0 },
    ...mayRead(18, 8),
    { group_id: 2, forum_id: 19, auth_option_id: 3, auth_role_id: 0, auth_setting: 1 },
  ],
  acl_users: [
    { user_id: 9, forum_id: 13, ...READER },
    // Whoever may not read a public forum signs out.
    { user_id: 9, forum_id: 11, auth_option_id: 2, auth_role_id: 0, auth_setting: NEVER },
  ],
  moderator_cache: [{ forum_id: 11, user_id: 3, username: "Ada", group_id: 0, group_name: "" }],
  topics: [
    topic(100, 11, 1000, { topic_title: "Cats &amp; dogs &lt;3", topic_status: 1 }),
    topic(101, 12, 1000, { topic_status: 2, topic_moved_id: 100 }),
    topic(102, 11, 1010, {
      topic_type: 1,
      topic_time_limit: 86_400,
      poll_title: "Tea &amp; cake?",
      poll_start: NOON,
    }),
    topic(103, 13, 1020, { topic_type: 3 }),
    topic(104, 11, 1030, { topic_visibility: 0 }),
    topic(105, 11, 1040, { topic_visibility: 2, topic_delete_time: NOON + 500, topic_delete_user: 8 }),
    topic(106, 11, 1050, { topic_title: "长".repeat(120), topic_poster: 1 }),
    topic(107, 11, 1000, {
      poll_title: "<t>Which of these two do you like best?</t>",
      poll_start: NOON,
      poll_length: 3_600,
      poll_max_options: 2,
    }),
    // A poll of one choice, and so none here.
    topic(108, 99, 1070, { poll_title: "Yes?", poll_start: NOON }),
  ],
  posts: [
    post(
      1000,
      100,
      '<r>Look <ATTACHMENT filename="plan.pdf" index="0"><s>[attachment=0]</s>plan.pdf<e>[/attachment]</e></ATTACHMENT> and <ATTACHMENT filename="a.png" index="1"><s>[attachment=1]</s>a.png<e>[/attachment]</e></ATTACHMENT></r>',
      { post_edit_time: NOON + 90, post_subject: "Cats &amp; dogs &lt;3" },
    ),
    post(
      1001,
      100,
      '<r><QUOTE author="Ada" post_id="1005" user_id="3"><s>[quote=Ada]</s>first<e>[/quote]</e></QUOTE>Yes, <URL url="https://old.example.org/bbs/viewtopic.php?t=102">there</URL></r>',
      { poster_id: 4, post_time: NOON + 2_000 },
    ),
    post(1002, 100, "It is [b:1a2b3c4d]old[/b:1a2b3c4d] &amp; [hide:1a2b3c4d]gone[/hide:1a2b3c4d]", {
      bbcode_uid: "1a2b3c4d",
      poster_id: 1,
      post_username: "Gone_Girl",
      post_time: NOON + 3_000,
    }),
    post(
      1003,
      100,
      '<r>Open <HIDE>closed <ATTACHMENT filename="s.txt" index="0">s.txt</ATTACHMENT><HIDE>deep</HIDE></HIDE> end</r>',
      { post_time: NOON + 4_000, post_subject: "Another &amp; subject" },
    ),
    post(1004, 100, "<t>waits</t>", { post_visibility: 3, post_time: NOON + 5_000 }),
    // Its id is greater than that of the next one in the topic.
    post(1005, 100, "<t>early</t>", { post_time: NOON + 1_500 }),
    post(1006, 100, "<t>away</t>", {
      post_visibility: 2,
      post_delete_time: NOON + 9_000,
      post_delete_user: 99,
      post_time: NOON + 8_000,
    }),
    post(1010, 102, "<t>Vote</t>"),
    post(1020, 103, "<t>club only</t>"),
    post(1030, 104, "<t>not yet</t>"),
    post(1040, 105, "<t>no more</t>"),
    post(1050, 106, "<t>long title</t>", { poster_id: 1, post_username: "Visitor" }),
    post(1060, 107, "<t>lost its mark</t>"),
    post(1070, 108, "<t>no forum</t>"),
    post(1080, 999, "<t>no topic</t>"),
  ],
  poll_options: [
    { poll_option_id: 2, topic_id: 102, poll_option_text: "Cake", poll_option_total: 5 },
    { poll_option_id: 1, topic_id: 102, poll_option_text: "Tea | milk", poll_option_total: 3 },
    { poll_option_id: 1, topic_id: 107, poll_option_text: "<t>This &amp; that</t>", poll_option_total: 1 },
    { poll_option_id: 2, topic_id: 107, poll_option_text: "<t>Other</t>", poll_option_total: 3 },
    { poll_option_id: 3, topic_id: 107, poll_option_text: "<t>None</t>", poll_option_total: 0 },
    { poll_option_id: 1, topic_id: 108, poll_option_text: "Yes", poll_option_total: 9 },
  ],
  poll_votes: [
    pollVote(102, 2, 4),
    pollVote(102, 1, 8),
    // Of visitors, who are counted, and of a member who was deleted.
    pollVote(102, 2, 1),
    pollVote(102, 2, 1),
    pollVote(102, 1, 77),
    pollVote(107, 2, 4),
    pollVote(107, 1, 4),
  ],
  attachments: [
    file(1, 1000, "3_0a", "a.png", "image/png"),
    file(2, 1000, "3_0b", "plan.pdf", "application/pdf"),
    file(3, 1003, "3_0c", "s.txt", "text/plain"),
    file(4, 1001, "3_missing", "lost.zip", "application/zip"),
    file(5, 1001, "../reader.json", "out.txt", "text/plain"),
    { ...file(6, 0, "3_0a", "a.png", "image/png"), is_orphan: 1 },
    { ...file(7, 2, "3_0d", "letter", "image/jpeg"), in_message: 1 },
    // A copy of the topic names the same file.
    file(8, 1010, "3_0a", "a.png", "image/png"),
  ],
  privmsgs: [
    message(1, 3, "u_4", "<t>hello</t>"),
    message(2, 4, "u_3", "<t>with a picture</t>"),
    message(3, 3, "u_4", "<t>unread</t>"),
    message(4, 3, "u_4:u_8", "<t>to many</t>"),
    message(5, 3, "g_8", "<t>to a group</t>"),
    message(6, 77, "u_3", "<t>from nobody</t>"),
  ],
  privmsgs_to: [copy(1, 3), copy(2, 4), copy(2, 3), copy(3, 3), copy(3, 4, 1), copy(6, 3)],
  bookmarks: [
    { topic_id: 100, user_id: 4 },
    { topic_id: 101, user_id: 4 },
  ],
  topics_watch: [
    { topic_id: 102, user_id: 3, notify_status: 0 },
    { topic_id: 102, user_id: 3, notify_status: 1 },
  ],
  forums_watch: [{ forum_id: 11, user_id: 3, notify_status: 0 }],
  zebra: [
    { user_id: 3, zebra_id: 4, friend: 1, foe: 0 },
    { user_id: 4, zebra_id: 7, friend: 0, foe: 1 },
    { user_id: 4, zebra_id: 77, friend: 1, foe: 0 },
  ],
  words: [
    { word_id: 1, word: "*darn*", replacement: "d**n" },
    { word_id: 2, word: "d*rn", replacement: "x" },
  ],
  profile_fields: [{ field_id: 1, field_name: "phpbb_location" }],
};
