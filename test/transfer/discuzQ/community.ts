import { createCipheriv, createHmac } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createConnection, type Connection } from "mysql2/promise";

type Values = Readonly<Record<string, string | number | null>>;

/** Key of the old site, as its configuration has it. */
export const APP_KEY = `base64:${Buffer.alloc(32, 7).toString("base64")}`;
/** A hash as PHP makes them. */
export const BCRYPT = "$2y$10$abcdefghijklmnopqrstuuKQhNZJr5R0gQ3VhSgWw0B4yY1nWb4Vy";

/** Seals a setting as Laravel does. */
function sealed(value: string): string {
  const key = Buffer.alloc(32, 7);
  const iv = Buffer.alloc(16, 3);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const text = `s:${Buffer.byteLength(value)}:"${value}";`;
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
  const mac = createHmac("sha256", key)
    .update(iv.toString("base64") + body)
    .digest("hex");
  return Buffer.from(JSON.stringify({ iv: iv.toString("base64"), value: body, mac })).toString("base64");
}

const NOON = "2021-03-04 12:00:00";
const LATER = "2021-03-05 08:30:00";
const NEVER = "0000-00-00 00:00:00";
const at = { created_at: NOON, updated_at: LATER };

const PEOPLE: Record<string, readonly Values[]> = {
  users: [
    {
      id: 1,
      username: "站长",
      nickname: "站长",
      password: BCRYPT,
      mobile: "13800000001",
      avatar: "000/00/00/01.png",
      signature: "欢迎",
      joined_at: NOON,
      expired_at: "2099-01-01 00:00:00",
      login_at: LATER,
      username_bout: 1,
      ...at,
    },
    { id: 2, username: "Ada", nickname: "Ada", password: "", mobile: "13800000002", ...at },
    { id: 3, username: "ＡＤＡ", nickname: "阿达", password: "", mobile: "13800000002", ...at },
    { id: 4, username: "老 王", nickname: "老王", password: "plain?", mobile: "123", ...at },
    {
      id: 5,
      username: "zero",
      nickname: "zero",
      status: 1,
      reject_reason: "广告",
      created_at: NEVER,
      login_at: NEVER,
    },
    { id: 6, username: "小鱼🐟", nickname: "小鱼🐟", status: 10, avatar: "000/00/00/06.png", ...at },
    { id: 7, username: "匿名用户", nickname: "小七", status: 2, ...at },
    { id: 9, username: "ada-2", nickname: "a九", status: 77, ...at },
  ],
  groups: [
    { id: 1, name: "管理员", type: "", color: "", icon: "", default: 0, is_display: 1, scale: 0 },
    { id: 7, name: "游客", default: 0 },
    { id: 10, name: "普通会员", default: 1, is_display: 0, scale: 3.5, is_commission: 1 },
    { id: 11, name: "金卡", is_paid: 1, fee: "9.90", days: 30, level: 1, default: 0 },
  ],
  group_permission: [
    { group_id: 10, permission: "createThread" },
    { group_id: 10, permission: "switch.createThread" },
    { group_id: 10, permission: "category1.thread.viewThreads" },
    { group_id: 10, permission: "thread.fly" },
  ],
  group_user: [
    { user_id: 1, group_id: 1, expiration_time: null },
    { user_id: 2, group_id: 10, expiration_time: null },
    { user_id: 2, group_id: 11, expiration_time: "2098-12-31 08:00:00" },
    { user_id: 3, group_id: 11, expiration_time: "2020-01-01 00:00:00" },
    { user_id: 4, group_id: 99, expiration_time: null },
    ...[5, 6, 7, 9].map((user_id) => ({ user_id, group_id: 10, expiration_time: null })),
  ],
  group_paid_users: [
    { id: 3, user_id: 2, group_id: 11, expiration_time: "2098-12-31 08:00:00", delete_type: 0, ...at },
    { id: 4, user_id: 3, group_id: 11, expiration_time: "2020-01-01 00:00:00", delete_type: 1, ...at },
  ],
  group_user_mqs: [{ id: 5, user_id: 2, group_id: 11, remain_days: 10 }],
  user_wechats: [
    { id: 8, user_id: 2, mp_openid: "oMP2", min_openid: "oMIN2", unionid: "uni2", nickname: "ada", ...at },
    { id: 9, user_id: 3, mp_openid: "oMP2", ...at },
  ],
  user_follow: [
    { id: 1, from_user_id: 3, to_user_id: 2, is_mutual: 0, ...at },
    { id: 2, from_user_id: 2, to_user_id: 3, is_mutual: 0, ...at },
    { id: 3, from_user_id: 2, to_user_id: 3, is_mutual: 0, created_at: LATER },
    { id: 4, from_user_id: 2, to_user_id: 88, is_mutual: 0, ...at },
  ],
  deny_users: [{ user_id: 2, deny_user_id: 5, created_at: NOON }],
};

const TOM = { status: 0, created_at: NOON, updated_at: NOON };
const post = (
  id: number,
  thread: number,
  user: number | null,
  content: string,
  more: Values = {},
): Values => ({
  id,
  thread_id: thread,
  user_id: user,
  content,
  is_first: 0,
  is_comment: 0,
  is_approved: 1,
  ...at,
  ...more,
});
const thread = (id: number, user: number | null, title: string, more: Values = {}): Values => ({
  id,
  user_id: user,
  category_id: 1,
  type: 99,
  title,
  price: "0.00",
  attachment_price: "0.00",
  free_words: 0,
  is_approved: 1,
  is_sticky: 0,
  is_essence: 0,
  is_anonymous: 0,
  is_draft: 0,
  view_count: 0,
  longitude: "0.0000000",
  latitude: "0.0000000",
  ...at,
  ...more,
});

/** Title of 120 characters. */
export const LONG_TITLE = "长".repeat(119) + "!";
/** Text of 50,010 characters. */
export const LONG_TEXT = "字".repeat(50_010);

const CONTENT: Record<string, readonly Values[]> = {
  categories: [
    {
      id: 1,
      name: "默认分类",
      description: "聊天",
      icon: "",
      sort: 1,
      moderators: "2,3",
      parentid: 0,
      ...at,
    },
    { id: 2, name: "子类", sort: 2, moderators: "", parentid: 1, ...at },
    { id: 3, name: "孙类", sort: 3, parentid: 2, ...at },
  ],
  topics: [
    { id: 1, user_id: 2, content: "旅行", view_count: 5, recommended: 1, ...at },
    { id: 2, user_id: 2, content: "旅行。", view_count: 1, recommended: 0, ...at },
  ],
  thread_topic: [{ thread_id: 100, topic_id: 2, created_at: NOON }],
  threads: [
    thread(100, 2, "图片", {
      is_sticky: 1,
      is_essence: 1,
      view_count: 42,
      longitude: "116.3912757",
      latitude: "39.9060000",
    }),
    thread(101, null, LONG_TITLE, { issue_at: LATER }),
    thread(102, 3, "匿名求助", { is_anonymous: 1 }),
    thread(103, 2, "收费", { price: "8.20", free_words: 0.3 }),
    thread(104, 2, "草稿", { is_draft: 1, category_id: 2 }),
    thread(105, 2, "没有正文", { category_id: 77, is_approved: 0 }),
    thread(106, 2, "旧格式", { type: 1, deleted_at: LATER, deleted_user_id: 1 }),
    thread(107, 2, "投票", {}),
    thread(108, 2, "红包", { attachment_price: "1.00" }),
    thread(109, 2, "", { is_approved: 2 }),
    thread(110, 2, "提问", { type: 5 }),
  ],
  posts: [
    post(
      500,
      100,
      2,
      '<p>看图 <img src="https://old.example/a.png" alt="attachmentId-900"></p><p>丢失 <img alt="attachmentId-903"></p>',
      { is_first: 1 },
    ),
    post(501, 101, null, "<p>作者已注销 😀</p>", { is_first: 1 }),
    post(502, 102, 3, "<p>谁知道？</p>", { is_first: 1 }),
    post(503, 103, 2, "<p>免费的开头</p><p>要买的其余部分，写得很长很长很长</p>", { is_first: 1 }),
    post(504, 104, 2, "<p>还没写完</p>", { is_first: 1 }),
    post(505, 106, 2, "<t>第一行<br/>\n第二行</t>", { is_first: 1 }),
    post(506, 106, 3, "第二个正文", { is_first: 1 }),
    post(507, 100, 3, '<p><span id="member" value="2">@Ada</span> 好看</p>', {}),
    post(508, 100, 2, "<p>谢谢</p>", { is_comment: 1, reply_post_id: 507, reply_user_id: 3 }),
    post(509, 100, 3, "<p>不客气</p>", { is_comment: 1, reply_post_id: 507, comment_post_id: 508 }),
    post(510, 100, 4, "<p>没有上级的评论</p>", { is_comment: 1, reply_post_id: 9_999 }),
    post(511, 100, 88, "<p>已删除的作者</p>", { deleted_at: NEVER }),
    post(512, 100, 2, "<p>评论已删除的回复</p>", { is_comment: 1, reply_post_id: 511 }),
    post(513, 102, 3, "<p>我自己回复</p>"),
    post(514, 999, 2, "<p>没有主题</p>"),
    post(515, 101, 2, LONG_TEXT),
    post(516, 107, 2, "<p>选一个</p>", { is_first: 1 }),
    post(517, 108, 2, "<p>抢</p>", { is_first: 1 }),
    post(518, 108, 3, "<p>抢到了</p>"),
    post(519, 109, 2, "<p>被忽略</p>", { is_first: 1 }),
    post(520, 110, 2, "<p>怎么做？</p>", { is_first: 1 }),
  ],
  thread_tom: [
    { id: 1, thread_id: 100, tom_type: "101", key: "$0", value: '{"imageIds":["900",901]}', ...TOM },
    { id: 2, thread_id: 100, tom_type: "101", key: "$1", value: '{"imageIds":[902]}', ...TOM, status: -1 },
    { id: 3, thread_id: 108, tom_type: "108", key: "$0", value: '{"docIds":[904]}', ...TOM },
    { id: 4, thread_id: 104, tom_type: "101", key: "$0", value: '{"imageIds":[905]}', ...TOM },
    { id: 5, thread_id: 107, tom_type: "103", key: "$0", value: '{"videoId":6}', ...TOM },
  ],
  thread_video: [
    {
      id: 6,
      thread_id: 107,
      user_id: 2,
      file_name: "猫.mp4",
      media_url: "https://vod.example/cat.mp4",
      type: 0,
      ...at,
    },
  ],
  thread_votes: [
    { id: 1, thread_id: 107, vote_title: "午饭", choice_type: 1, vote_users: 3, created_at: NOON },
  ],
  thread_vote_subitems: [
    { id: 1, thread_vote_id: 1, content: "面", vote_count: 2 },
    { id: 2, thread_vote_id: 1, content: "饭", vote_count: 1 },
  ],
  attachments: [
    file(900, 2, 1, 500, "a.png", "image/png"),
    // Of the kind of files, and a picture: the two programs that wrote rows do not agree.
    file(901, 2, 0, 500, "b.jpg", "image/jpeg"),
    file(903, 2, 1, 500, "lost.png", "image/png"),
    file(904, 2, 0, 517, "plan.pdf", "application/pdf"),
    file(905, 2, 1, 504, "a.png", "image/png"),
    { ...file(906, 2, 1, 507, "b.jpg", "image/jpeg"), is_approved: 0 },
    file(907, 2, 4, 703, "c.gif", "image/gif"),
    file(908, 6, 5, 0, "card.png", "image/png"),
    { ...file(909, 2, 0, 507, "passwd", "text/plain"), file_path: "../../secret/" },
  ],
  thread_user: [
    { thread_id: 100, user_id: 3, created_at: NOON },
    { thread_id: 104, user_id: 3, created_at: NOON },
  ],
  post_user: [
    { post_id: 500, user_id: 3, created_at: NOON },
    { post_id: 507, user_id: 2, created_at: NOON },
  ],
};

function file(id: number, user: number, type: number, typeId: number, name: string, mime: string): Values {
  return {
    id,
    uuid: `00000000-0000-0000-0000-${String(id).padStart(12, "0")}`,
    user_id: user,
    type,
    type_id: typeId,
    order: 0,
    attachment: name,
    file_path: "public/attachments/2021/03/04/",
    file_name: `原名 ${name}`,
    file_size: 1,
    file_type: mime,
    is_remote: 0,
    is_approved: 1,
    file_width: 0,
    file_height: 0,
    ...at,
  };
}

const REST: Record<string, readonly Values[]> = {
  dialog: [
    {
      id: 40,
      sender_user_id: 3,
      recipient_user_id: 2,
      sender_read_at: "2021-03-04 13:00:00",
      recipient_read_at: null,
      sender_deleted_at: null,
      recipient_deleted_at: null,
      ...at,
    },
    {
      id: 41,
      sender_user_id: 2,
      recipient_user_id: 3,
      sender_read_at: LATER,
      created_at: LATER,
      updated_at: LATER,
    },
    { id: 42, sender_user_id: 88, recipient_user_id: 2, ...at },
  ],
  dialog_message: [
    message(700, 40, 3, '{\\"message_text\\":\\"<t>你好 \\\\u0026 再见</t>\\",\\"image_url\\":\\"\\"}'),
    message(701, 41, 2, "旧的纯文本"),
    message(702, 40, 2, '{"message_text":"新的","image_url":""}'),
    { ...message(703, 40, 2, '{"message_text":"","image_url":"x"}'), attachment_id: 907 },
    message(704, 42, 88, '{"message_text":"来自注销的人"}'),
    message(705, 40, 2, ""),
  ],
  stop_words: [
    {
      id: 1,
      user_id: 1,
      find: "坏{2}词",
      replacement: "**",
      ugc: "{MOD}",
      username: "{BANNED}",
      signature: "{IGNORE}",
      dialog: "{REPLACE}",
      nickname: "x",
      ...at,
    },
  ],
  invites: [
    {
      id: 1,
      group_id: 10,
      type: 2,
      code: "open".repeat(8),
      dateline: 1,
      endtime: 4_000_000_000,
      user_id: 1,
      status: 1,
      ...at,
    },
    {
      id: 2,
      group_id: 10,
      type: 2,
      code: "over".repeat(8),
      dateline: 1,
      endtime: 1,
      user_id: 1,
      status: 1,
      ...at,
    },
  ],
  user_distributions: [
    { pid: 1, user_id: 2, be_scale: 3.5, level: 1, is_subordinate: 1, is_commission: 0, ...at },
  ],
  invite_users: [
    { id: 1, invite_id: 1, user_id: 3, to_user_id: 2, ...at },
    { id: 2, invite_id: 1, user_id: 1, to_user_id: 3, ...at },
  ],
  admin_sign_in_fields: [
    {
      id: 1,
      name: "身份证照片",
      type: 4,
      fields_ext: "",
      fields_desc: "清晰",
      sort: 1,
      status: 1,
      required: 1,
      ...at,
    },
  ],
  user_sign_in_fields: [
    {
      id: 1,
      user_id: 6,
      name: "身份证照片",
      type: 4,
      fields_ext: '[{"id":908,"url":"https://old.example/x.png"}]',
      fields_desc: "清晰",
      remark: "",
      sort: 1,
      status: 1,
      required: 1,
      ...at,
    },
  ],
  settings: [
    { tag: "default", key: "site_name", value: "老论坛" },
    { tag: "default", key: "AesKey", value: "secret" },
    { tag: "default", key: "logo", value: "logo.png" },
    { tag: "default", key: "site_mode", value: "strange" },
    { tag: "wx_offiaccount", key: "offiaccount_app_id", value: sealed("wx1234567890abcdef") },
    { tag: "qcloud", key: "qcloud_secret_id", value: "not sealed" },
  ],
  user_wallets: [
    { user_id: 2, available_amount: "10.10", freeze_amount: "5.05", ...at },
    { user_id: 3, available_amount: "0.29", freeze_amount: "0.00", ...at },
    { user_id: 4, available_amount: "-3.00", freeze_amount: "0.00", ...at },
    { user_id: 88, available_amount: "7.00", freeze_amount: "0.00", ...at },
    { user_id: 9, available_amount: "0.00", freeze_amount: "0.00", ...at },
  ],
  user_wallet_logs: [
    {
      id: 1,
      user_id: 2,
      change_available_amount: "15.15",
      change_freeze_amount: "0.00",
      change_type: 32,
      ...at,
    },
    {
      id: 2,
      user_id: 2,
      change_available_amount: "-5.05",
      change_freeze_amount: "5.05",
      change_type: 150,
      ...at,
    },
    {
      id: 3,
      user_id: 3,
      change_available_amount: "0.28",
      change_freeze_amount: "0.00",
      change_type: 151,
      thread_id: 108,
      post_id: 518,
      ...at,
    },
    {
      id: 4,
      user_id: 4,
      change_available_amount: "-3.00",
      change_freeze_amount: "0.00",
      change_type: 50,
      ...at,
    },
    {
      id: 5,
      user_id: 88,
      change_available_amount: "7.00",
      change_freeze_amount: "0.00",
      change_type: 32,
      ...at,
    },
  ],
  user_wallet_cash: [
    {
      id: 1,
      user_id: 2,
      cash_charge: "0.05",
      cash_apply_amount: "3.05",
      cash_status: 1,
      remark: "",
      receive_account: "6222",
      ...at,
    },
  ],
  thread_red_packets: [
    {
      id: 1,
      thread_id: 108,
      post_id: 517,
      rule: 1,
      condition: 0,
      likenum: 0,
      money: "2.28",
      number: 2,
      remain_money: "2.00",
      remain_number: 1,
      status: 1,
      ...at,
    },
  ],
  thread_rewards: [
    {
      id: 1,
      thread_id: 110,
      post_id: 520,
      type: 0,
      user_id: 2,
      money: "1.00",
      remain_money: "1.00",
      expired_at: "2021-04-04 12:00:00",
      ...at,
    },
  ],
  questions: [
    {
      id: 1,
      thread_id: 110,
      user_id: 2,
      be_user_id: 3,
      content: "<t>这样做</t>",
      price: "1.00",
      onlooker_unit_price: "0.50",
      onlooker_number: 1,
      is_answer: 1,
      answered_at: LATER,
      expired_at: LATER,
      ...at,
    },
  ],
  orders: [
    { id: 60, user_id: 3, type: 3, thread_id: 103, status: 1, amount: "8.20", ...at },
    { id: 61, user_id: 3, type: 3, thread_id: 103, status: 1, amount: "8.20", ...at },
    { id: 62, user_id: 4, type: 7, thread_id: 108, status: 0, amount: "1.00", ...at },
    { id: 63, user_id: 4, type: 6, thread_id: 110, status: 1, amount: "0.50", ...at },
    { id: 64, user_id: 6, type: 1, status: 1, amount: "5.00", expired_at: null, ...at },
  ],
};

function message(id: number, dialog: number, user: number, text: string): Values {
  return {
    id,
    dialog_id: dialog,
    user_id: user,
    message_text: text,
    attachment_id: 0,
    read_status: 0,
    status: 1,
    ...at,
  };
}

const FILES: Readonly<Record<string, string>> = {
  "public/attachments/2021/03/04/a.png": "picture a",
  "public/attachments/2021/03/04/b.jpg": "picture b",
  "public/attachments/2021/03/04/plan.pdf": "plan",
  "public/attachments/2021/03/04/c.gif": "picture c",
  "public/attachments/2021/03/04/card.png": "card",
  "public/avatars/000/00/00/01.png": "avatar",
  "public/logo.png": "logo",
};

/** Makes a community of Discuz! Q 3 in an empty database, with every trap that old databases hold. */
export async function makeCommunity(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true, charset: "utf8mb4" });
  // Zero dates come from servers that allowed them; PHP wrote in the zone of its server.
  await connection.query("SET SESSION sql_mode = '', time_zone = '+08:00'");
  await connection.query(readFileSync(new URL("schema.sql", import.meta.url), "utf8"));
  for (const tables of [PEOPLE, CONTENT, REST])
    for (const [table, rows] of Object.entries(tables))
      for (const row of rows) await insert(connection, table, row);
  await connection.end();
}

async function insert(connection: Connection, table: string, row: Values): Promise<void> {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  await connection.query(`INSERT INTO pre_${table} (${names.join(", ")}) VALUES (?)`, [Object.values(row)]);
}

/** Makes the folder of the old site's files. */
export function makeFiles(folder: string): void {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Sums of all tables of a database, by which a change is noticed. */
export async function checksums(url: string): Promise<unknown> {
  const connection = await createConnection(url);
  const [tables] = await connection.query("SHOW TABLES");
  const names = (tables as object[]).map((row) => `\`${String(Object.values(row)[0])}\``);
  const [sums] = await connection.query(`CHECKSUM TABLE ${names.join(", ")}`);
  await connection.end();
  return sums;
}
