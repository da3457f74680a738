/**
 * The limits: what the same machine does for the same rows with nothing in between. Bare node:http, hand-written SQL,
 * and for HTML React with plain elements. A process of its own, as the server under test is.
 *
 * `node limits.mjs '{"port":…,"sqlite":FILE}'` or `'{"port":…,"mysql":URL,"sqlite":FILE}'`; paths: /react?id=,
 * /thread?id=, /list?category=, /unread?id=, /body?size=.
 */
import { createServer } from "node:http";
import Sqlite from "better-sqlite3";
import { createPool } from "mysql2";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

const { port, sqlite, mysql } = JSON.parse(process.argv[2]);
/** As many connections as the program has. */
const POOL_SIZE = 10;

const POSTS = `SELECT t.title, t.postCount, p.id, p.number, p.bodyHtml, p.createdAt, p.likeCount,
    u.id AS authorId, u.nickname, u.avatarUrl
  FROM threads t JOIN posts p ON p.threadId = t.id JOIN users u ON u.id = p.authorId
  WHERE t.id = ? AND p.number BETWEEN 1 AND 20 ORDER BY p.number`;

// Ids first, then rows by key, by the index that has them in order: what engines choose by themselves reads far more.
const LIST = (
  where,
  index,
) => `SELECT ${mysql ? "STRAIGHT_JOIN" : ""} t.id, t.title, t.excerpt, t.postCount, t.viewCount,
    t.createdAt, t.lastPostedAt, u.id AS authorId, u.nickname, u.avatarUrl, c.id AS categoryId, c.name
  FROM (SELECT id FROM threads ${mysql ? "FORCE INDEX" : "INDEXED BY"} ${mysql ? `(${index})` : index}
    WHERE ${where} visible = 1 ORDER BY lastPostedAt DESC, id DESC LIMIT 20) k
  JOIN threads t ON t.id = k.id JOIN users u ON u.id = t.authorId JOIN categories c ON c.id = t.categoryId
  ORDER BY t.lastPostedAt DESC, t.id DESC`;
const LIST_ALL = LIST("", "ix_threads_visible_lastPostedAt_id");
const LIST_CATEGORY = LIST("categoryId = ? AND", "ix_threads_categoryId_visible_lastPostedAt_id");

const file = sqlite && new Sqlite(sqlite, { readonly: true });
if (file) {
  file.pragma("cache_size = -32768");
  file.pragma("mmap_size = 268435456");
}
const statements = new Map();
function fromSqlite(sql, values, answer) {
  let statement = statements.get(sql);
  if (!statement) statements.set(sql, (statement = file.prepare(sql)));
  answer(statement.all(...values));
}
const pool = mysql && createPool({ uri: mysql, connectionLimit: POOL_SIZE, supportBigNumbers: true });
function fromMysql(sql, values, answer) {
  pool.query(sql, values, (error, found) => {
    if (error) throw error;
    answer(found);
  });
}
const read = mysql ? fromMysql : fromSqlite;

function Post({ post }) {
  return h(
    "article",
    { id: `p${post.number}`, className: "post" },
    h(
      "header",
      null,
      h("img", { src: post.avatarUrl ?? "/none.webp", alt: "", width: 40, height: 40, loading: "lazy" }),
      h("a", { href: `/user/${post.authorId}` }, post.nickname),
      h("time", { dateTime: post.createdAt }, post.createdAt),
      h("a", { href: `#p${post.number}` }, "#", post.number),
    ),
    h("div", { className: "body", dangerouslySetInnerHTML: { __html: post.bodyHtml } }),
    h(
      "footer",
      null,
      h("button", { type: "button" }, "赞 ", post.likeCount),
      h("button", { type: "button" }, "回复"),
    ),
  );
}

function Page({ posts }) {
  return h(
    "main",
    null,
    h("h1", null, posts[0].title),
    posts.map((post) => h(Post, { key: post.id, post })),
  );
}

const bodies = new Map();
function bodyOf(size) {
  let body = bodies.get(size);
  if (!body) bodies.set(size, (body = Buffer.alloc(size, "x")));
  return body;
}

function send(response, type, body) {
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const ANSWERS = {
  "/react": (value, response) =>
    fromSqlite(POSTS, [value], (posts) => {
      send(response, "text/html; charset=utf-8", `<!doctype html>${renderToString(h(Page, { posts }))}`);
    }),
  "/thread": (value, response) =>
    read(POSTS, [value], (posts) => send(response, "application/json", JSON.stringify({ posts }))),
  "/list": (value, response) =>
    read(value ? LIST_CATEGORY : LIST_ALL, value ? [value] : [], (threads) =>
      send(response, "application/json", JSON.stringify({ threads })),
    ),
  "/unread": (value, response) =>
    read("SELECT * FROM unread_counts WHERE userId = ?", [value], (counts) =>
      send(response, "application/json", JSON.stringify(counts)),
    ),
  "/body": (value, response) => send(response, "text/html; charset=utf-8", bodyOf(value)),
};

createServer((request, response) => {
  const [path, query = ""] = request.url.split("?");
  const answer = ANSWERS[path];
  if (answer) return answer(Number(query.slice(query.indexOf("=") + 1)), response);
  response.writeHead(404).end();
}).listen(port, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
