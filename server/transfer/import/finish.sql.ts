import { randomUUID } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { rows, run } from "../../core/sql.ts";
import { SEARCH_FORMAT } from "../../core/searchIndex.ts";
import { NOTIFICATION_TYPES } from "../../features/notifications/templates/kind.view.ts";

/*
 * Columns that follow from other rows, written for all of a forum by one statement each: nobody uses it meanwhile.
 */

const FOLLOWING = [
  // MySQL reads no table that it changes, but for a part that it makes first.
  `UPDATE follows SET isMutual = EXISTS (
     SELECT 1 FROM (SELECT f.fromUserId, f.toUserId FROM follows f) r
     WHERE r.fromUserId = follows.toUserId AND r.toUserId = follows.fromUserId)`,
  `UPDATE users SET
     followCount = (SELECT COUNT(*) FROM follows f WHERE f.fromUserId = users.id),
     fansCount = (SELECT COUNT(*) FROM follows f WHERE f.toUserId = users.id)`,
  `UPDATE dialog_sides SET
     lastMessageId = COALESCE((SELECT MAX(m.id) FROM messages m WHERE m.dialogId = dialog_sides.dialogId), 0),
     unread = (SELECT COUNT(*) FROM messages m
               WHERE m.dialogId = dialog_sides.dialogId AND m.authorId = dialog_sides.peerId
                 AND m.id > dialog_sides.readUpTo AND m.id > dialog_sides.deletedUpTo)`,
  `UPDATE rooms SET
     memberCount = (SELECT COUNT(*) FROM room_members s WHERE s.roomId = rooms.id AND s.state = 'JOINED'),
     lastMessageId = COALESCE((SELECT MAX(m.id) FROM messages m WHERE m.roomId = rooms.id), 0)`,
  `UPDATE room_members SET
     lastMessageId = (SELECT r.lastMessageId FROM rooms r WHERE r.id = room_members.roomId),
     unread = (SELECT COUNT(*) FROM messages m
               WHERE m.roomId = room_members.roomId AND m.authorId <> room_members.userId
                 AND m.id > room_members.readUpTo AND m.event IS NULL)
   WHERE state = 'JOINED'`,
  "UPDATE room_members SET unread = 1 WHERE state = 'INVITED'",
  `UPDATE threads SET
     hasImages = EXISTS (SELECT 1 FROM attachments a WHERE a.threadId = threads.id AND a.kind = 'image'),
     hasAttachments = EXISTS (SELECT 1 FROM attachments a WHERE a.threadId = threads.id AND a.kind = 'file'),
     hasRedPacket = EXISTS (SELECT 1 FROM red_packets p WHERE p.threadId = threads.id),
     hasBounty = EXISTS (SELECT 1 FROM bounties b WHERE b.threadId = threads.id),
     hasQuestion = EXISTS (SELECT 1 FROM questions q WHERE q.threadId = threads.id),
     hasPoll = EXISTS (SELECT 1 FROM polls p WHERE p.threadId = threads.id),
     hasGoods = EXISTS (SELECT 1 FROM goods g WHERE g.threadId = threads.id),
     solutionNumber = (SELECT p.number FROM posts p WHERE p.id = threads.solutionId AND p.visible = 1)`,
  `UPDATE poll_options SET voteCount = namelessCount +
     (SELECT COUNT(*) FROM poll_votes v JOIN polls p ON p.id = v.pollId
      WHERE v.optionId = poll_options.id AND (v.place = 1 OR p.kind <> 'RANKED'))`,
  `UPDATE polls SET voterCount = namelessVoterCount +
     (SELECT COUNT(*) FROM poll_votes v WHERE v.pollId = polls.id AND v.place = 1)`,
  "UPDATE posts SET hasAttachments = EXISTS (SELECT 1 FROM attachments a WHERE a.postId = posts.id)",
  "DELETE FROM unread_counts",
  `INSERT INTO unread_counts (userId, dialog, room, ${NOTIFICATION_TYPES.map((type) => `\`${type}\``).join(", ")})
   SELECT c.userId, SUM(c.dialog), SUM(c.room), ${NOTIFICATION_TYPES.map(() => "0").join(", ")}
   FROM (SELECT s.userId, s.unread AS dialog, 0 AS room FROM dialog_sides s
         UNION ALL
         SELECT s.userId, 0 AS dialog, s.unread AS room FROM room_members s WHERE s.isMuted = 0) c
   GROUP BY c.userId`,
];

/** Writes the columns that follow from other rows, in the caller's transaction. */
export async function writeFollowing(ctx: Context): Promise<void> {
  for (const sql of FOLLOWING) await run(ctx, sql);
}

/** Reads visible threads whose text may name a topic, after an id. */
export function threadsWithTopics(
  ctx: Context,
  afterId: number,
  limit: number,
): Promise<{ id: number; body: string; categoryId: number; createdAt: string | Date }[]> {
  return rows(
    ctx,
    `SELECT t.id, t.body, t.categoryId, t.createdAt FROM threads t
     WHERE t.id > ? AND t.visible = 1 AND t.body LIKE '%#%' ORDER BY t.id LIMIT ?`,
    [afterId, limit],
  );
}

/** Reads threads after an id whose replies or likes decide when they are listed. */
export async function threadsInMotion(ctx: Context, afterId: number, limit: number): Promise<number[]> {
  const sql = `SELECT t.id FROM threads t
               WHERE t.id > ? AND (t.lastNumber > 0 OR t.likeCount > 0 OR t.lastPosterIds <> '') ORDER BY t.id LIMIT ?`;
  return (await rows<{ id: number }>(ctx, sql, [afterId, limit])).map(({ id }) => Number(id));
}

/** Reads threads or replies that have reactions other than likes, after an id. */
export async function textsWithReactions(
  ctx: Context,
  kind: "thread" | "post",
  afterId: number,
  limit: number,
): Promise<number[]> {
  const [table, column] = kind === "thread" ? ["thread_likes", "threadId"] : ["post_likes", "postId"];
  const sql = `SELECT DISTINCT l.${column} AS id FROM ${table} l
               WHERE l.${column} > ? AND l.reaction > '' ORDER BY l.${column} LIMIT ?`;
  return (await rows<{ id: number }>(ctx, sql, [afterId, limit])).map(({ id }) => Number(id));
}

/** Writes the counts of reactions of a thread or reply. */
export async function storeReactions(
  ctx: Context,
  kind: "thread" | "post",
  id: number,
  reactions: string,
): Promise<void> {
  await run(ctx, `UPDATE ${kind}s SET reactions = ? WHERE id = ?`, [reactions, id]);
}

/** Reads ids of a table after one. */
export async function idsAfter(
  ctx: Context,
  table: "threads" | "posts" | "topics",
  afterId: number,
  limit: number,
): Promise<number[]> {
  const sql = `SELECT x.id FROM ${table} x WHERE x.id > ? ORDER BY x.id LIMIT ?`;
  return (await rows<{ id: number }>(ctx, sql, [afterId, limit])).map(({ id }) => Number(id));
}

/** Reads visible texts before an id that may have a link of its own, the newest first. */
export async function textsWithLinks(
  ctx: Context,
  kind: "thread" | "post",
  beforeId: number,
  limit: number,
): Promise<{ id: number; threadId: number }[]> {
  const [threadId, isPlain] = kind === "thread" ? ["x.id", ""] : ["x.threadId", "AND x.parentId IS NULL"];
  const texts = await rows<{ id: number; threadId: number }>(
    ctx,
    `SELECT x.id, ${threadId} AS threadId FROM ${kind}s x
     WHERE x.id < ? AND x.visible = 1 AND x.bodyHtml LIKE '%<p><a href="http%' ${isPlain} ORDER BY x.id DESC LIMIT ?`,
    [beforeId, limit],
  );
  return texts.map((each) => ({ id: Number(each.id), threadId: Number(each.threadId) }));
}

/** Reads the threads of replies. */
export function threadsOfPosts(
  ctx: Context,
  afterId: number,
  limit: number,
): Promise<{ postId: number; threadId: number }[]> {
  const sql = "SELECT p.id AS postId, p.threadId FROM posts p WHERE p.id > ? ORDER BY p.id LIMIT ?";
  return rows(ctx, sql, [afterId, limit]);
}

/** Lets the next start write the search index again, the newest texts first. */
export async function outdateSearch(ctx: Context): Promise<void> {
  await run(ctx, "DELETE FROM search_state");
  await run(ctx, "INSERT INTO search_state (id, identity, format) VALUES (1, ?, ?)", [
    randomUUID(),
    SEARCH_FORMAT - 1,
  ]);
}

/** Tables of a new forum that stay as they are, with what migrations and the program itself have written. */
const STAYING: ReadonlySet<string> = new Set([
  "migrations",
  "program_marks",
  "page_versions",
  "change_heads",
  "audit_head",
  "audit_log",
  "push_keys",
  "processes",
]);

/**
 * Removes all rows of the tables of the program, in the caller's transaction.
 * @param tables names of all tables of entities
 */
export async function emptyTables(ctx: Context, tables: readonly string[]): Promise<void> {
  const isSqlite = ctx.services.database.engine === "sqlite";
  // Rows name each other in circles; none is left in the end.
  await run(ctx, isSqlite ? "PRAGMA defer_foreign_keys = ON" : "SET SESSION foreign_key_checks = 0");
  try {
    for (const table of tables.filter((name) => !STAYING.has(name)))
      await run(ctx, `DELETE FROM \`${table}\``);
  } finally {
    if (!isSqlite) await run(ctx, "SET SESSION foreign_key_checks = 1");
  }
}

/** Tables that go last, so that an undo that is killed can go on. */
const LAST = ["imported_records", "imports", "migrations"];

/** Removes all tables: the books let none of their rows be deleted. Not in a transaction on MySQL, where it commits. */
export async function dropTables(ctx: Context): Promise<void> {
  const isSqlite = ctx.services.database.engine === "sqlite";
  const sql = isSqlite
    ? "SELECT m.name AS name FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    : "SELECT t.TABLE_NAME AS name FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = DATABASE()";
  const names = (await rows<{ name: string }>(ctx, sql)).map(({ name }) => name);
  const ordered = [...names].sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other));
  await run(ctx, isSqlite ? "PRAGMA defer_foreign_keys = ON" : "SET SESSION foreign_key_checks = 0");
  try {
    for (const name of ordered) await run(ctx, `DROP TABLE \`${name}\``);
  } finally {
    if (!isSqlite) await run(ctx, "SET SESSION foreign_key_checks = 1");
  }
}
