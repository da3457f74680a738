import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createConnection } from "mysql2/promise";
import { chance } from "./rows.mjs";

/** Rows of one statement. */
const SLICE = 1000;
const SCHEMA = join(import.meta.dirname, "../transfer/discuzQ/schema.sql");
/** A picture of one pixel; what follows it makes each file another one. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const FILE_BYTES = 2_000;
const BCRYPT = "$2y$10$abcdefghijklmnopqrstuurBst9Eu3Yh9t98EiKoMrlkUc5cnMzR6";
const [FIRST_HAN, HANS] = [0x4e00, 3000];
const MEMBER_PERMISSIONS = ["viewThreads", "thread.viewPosts", "createThread", "thread.reply"];
const CATEGORIES = 20;

/**
 * Makes a community of Discuz! Q in an empty database, with its files in a folder.
 * @param size members, threads, posts (first ones included) and files
 */
export async function makeOldCommunity(url, folder, size) {
  const connection = await createConnection({ uri: url, multipleStatements: true, charset: "utf8mb4" });
  try {
    await connection.query("SET SESSION sql_mode = ''");
    await connection.query(readFileSync(SCHEMA, "utf8"));
    for (const [table, rows] of tablesOf(size)) await fill(connection, table, rows);
  } finally {
    await connection.end();
  }
  for (let id = 1; id <= size.files; id++) {
    const file = join(folder, pathOf(id), nameOf(id));
    if (id % 100 === 1) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([PIXEL, Buffer.alloc(FILE_BYTES, String(id))]));
  }
}

async function fill(connection, table, rows) {
  let slice = [];
  const send = async () => {
    const columns = Object.keys(slice[0]).map((name) => `\`${name}\``);
    await connection.query(`INSERT INTO pre_${table} (${columns.join()}) VALUES ?`, [
      slice.map((row) => Object.values(row)),
    ]);
    slice = [];
  };
  for (const row of rows) {
    slice.push(row);
    if (slice.length === SLICE) await send();
  }
  if (slice.length > 0) await send();
}

const pathOf = (id) => `public/attachments/2021/${String(Math.ceil(id / 100)).padStart(4, "0")}/`;
const nameOf = (id) => `${id}.png`;
const timeOf = (id) =>
  new Date(Date.UTC(2015, 0, 1) + id * 600_000).toISOString().slice(0, 19).replace("T", " ");

function tablesOf({ members, threads, posts, files }) {
  const random = chance(17);
  const below = (count) => 1 + Math.floor(random() * count);
  const text = () => {
    const length = 60 + below(300);
    let written = "";
    while (written.length < length) {
      for (let words = below(12) + 3; words > 0; words--)
        written += String.fromCharCode(FIRST_HAN + Math.floor(random() * HANS));
      written += "，";
    }
    return `<p>${written.slice(0, length / 2)}</p><p><strong>${written.slice(length / 2)}</strong> <a href="https://old.example.org/thread/${below(threads)}">→</a></p>`;
  };
  const all = (count, row) =>
    (function* () {
      for (let id = 1; id <= count; id++) yield row(id, { created_at: timeOf(id), updated_at: timeOf(id) });
    })();
  const picture = (threadId) => (threadId <= files ? `<p><img alt="attachmentId-${threadId}"></p>` : "");
  return [
    [
      "groups",
      [
        { id: 1, name: "管理员", default: 0 },
        { id: 7, name: "游客", default: 0 },
        { id: 10, name: "普通会员", default: 1 },
      ],
    ],
    [
      "group_permission",
      [7, 10].flatMap((group) =>
        MEMBER_PERMISSIONS.slice(0, group === 7 ? 2 : 4).map((permission) => ({
          group_id: group,
          permission,
        })),
      ),
    ],
    [
      "users",
      all(members, (id, at) => ({
        id,
        username: `member${id}`,
        nickname: `会员${id}`,
        password: BCRYPT,
        signature: "",
        status: 0,
        ...at,
      })),
    ],
    [
      "group_user",
      all(members, (id) => ({ group_id: id === 1 ? 1 : 10, user_id: id, expiration_time: null })),
    ],
    [
      "user_wallets",
      all(members, (id) => ({ user_id: id, available_amount: `${id % 100}.50`, freeze_amount: "0.00" })),
    ],
    [
      "user_wallet_logs",
      all(members, (id, at) => ({ id, user_id: id, change_available_amount: `${id % 100}.50`, ...at })),
    ],
    [
      "user_follow",
      all(members - 1, (id, at) => ({ id, from_user_id: id, to_user_id: id + 1, is_mutual: 0, ...at })),
    ],
    ["categories", all(CATEGORIES, (id, at) => ({ id, name: `板块${id}`, sort: id, parentid: 0, ...at }))],
    [
      "threads",
      all(threads, (id, at) => ({
        id,
        user_id: below(members),
        category_id: below(CATEGORIES),
        type: 99,
        title: `主题 ${id}`,
        price: "0.00",
        attachment_price: "0.00",
        is_approved: 1,
        is_sticky: 0,
        is_essence: 0,
        is_anonymous: 0,
        is_draft: 0,
        view_count: below(5000),
        ...at,
      })),
    ],
    [
      "posts",
      all(posts, (id, at) => ({
        id,
        user_id: below(members),
        thread_id: id <= threads ? id : below(threads),
        content: text() + (id <= threads ? picture(id) : ""),
        is_first: id <= threads ? 1 : 0,
        is_comment: 0,
        is_approved: 1,
        ...at,
      })),
    ],
    [
      "attachments",
      all(files, (id, at) => ({
        id,
        uuid: "",
        user_id: below(members),
        type: 1,
        type_id: 1 + ((id - 1) % threads),
        order: 0,
        attachment: nameOf(id),
        file_path: pathOf(id),
        file_name: nameOf(id),
        file_size: FILE_BYTES,
        file_type: "image/png",
        is_remote: 0,
        is_approved: 1,
        ...at,
      })),
    ],
    [
      "thread_user",
      all(threads, (id) => ({ thread_id: id, user_id: below(members), created_at: timeOf(id) })),
    ],
    ["post_user", all(posts / 2, (id) => ({ post_id: id, user_id: below(members), created_at: timeOf(id) }))],
  ];
}
