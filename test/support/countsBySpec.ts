import type { Forum } from "./forum.ts";

/**
 * The counters of the forum as the specification defines them, each counted from the rows themselves. Written by hand and
 * apart from the program's own checker, which is what they prove.
 */
const VISIBLE_AND_NAMED = "visible = 1 AND isAnonymous = 0";
const COUNTED = {
  "categories.threadCount": "SELECT COUNT(*) FROM threads t WHERE t.categoryId = x.id AND t.visible = 1",
  "threads.postCount":
    "SELECT COUNT(*) FROM posts p WHERE p.threadId = x.id AND p.visible = 1 AND p.parentId IS NULL",
  "threads.lastNumber": "SELECT COALESCE(MAX(p.number), 0) FROM posts p WHERE p.threadId = x.id",
  "threads.likeCount": "SELECT COUNT(*) FROM thread_likes l WHERE l.threadId = x.id",
  "threads.favoriteCount": "SELECT COUNT(*) FROM thread_favorites f WHERE f.threadId = x.id",
  "posts.likeCount": "SELECT COUNT(*) FROM post_likes l WHERE l.postId = x.id",
  "posts.commentCount": "SELECT COUNT(*) FROM posts c WHERE c.parentId = x.id AND c.visible = 1",
  "users.threadCount": `SELECT COUNT(*) FROM threads t WHERE t.authorId = x.id AND ${VISIBLE_AND_NAMED}`,
  "users.postCount": `SELECT COUNT(*) FROM posts p WHERE p.authorId = x.id AND ${VISIBLE_AND_NAMED}`,
  // Likes given to oneself are not counted, nor those of anonymous content, which would give its author away.
  "users.likedCount": `SELECT
    (SELECT COUNT(*) FROM thread_likes l, threads t WHERE t.id = l.threadId
       AND t.authorId = x.id AND l.userId <> x.id AND t.isAnonymous = 0)
    + (SELECT COUNT(*) FROM post_likes l, posts p WHERE p.id = l.postId
       AND p.authorId = x.id AND l.userId <> x.id AND p.isAnonymous = 0)`,
} as const;

/** A counter that differs from what it should count. */
export interface WrongCount {
  readonly counter: string;
  readonly id: number;
  readonly stored: number;
  readonly counted: number;
}

type Rows = Pick<Forum, "rows">;

async function differing(forum: Rows, counter: string, stored: string, counted: string, from: string) {
  const wrong = await forum.rows<{ id: number; kept: number; counted: number }>(
    `SELECT * FROM (SELECT x.id, ${stored} AS kept, (${counted}) AS counted FROM ${from} x) AS both_counts
     WHERE kept <> counted ORDER BY id`,
  );
  return wrong.map(({ id, kept, counted }) => ({
    counter,
    id,
    stored: Number(kept),
    counted: Number(counted),
  }));
}

/** Lists counters of categories, threads, replies and members that are not what they count. */
export async function wrongCounts(forum: Rows): Promise<WrongCount[]> {
  const wrong: WrongCount[] = [];
  for (const [counter, counted] of Object.entries(COUNTED)) {
    const [table, column] = counter.split(".") as [string, string];
    wrong.push(...(await differing(forum, counter, `x.${column}`, counted, table)));
  }
  return wrong;
}

/** Types of notifications that have an unread counter of their own (legacy-facts 3.4). */
const NOTIFICATION_TYPES = [
  "system",
  "related",
  "replied",
  "liked",
  "questioned",
  "rewarded",
  "receiveredpacket",
  "threadrewarded",
  "threadrewardedexpired",
  "withdrawal",
];

/** Lists unread counters of members that are not what they have not read: notifications by type, private messages, group chats. */
export async function wrongUnreadCounts(forum: Rows): Promise<WrongCount[]> {
  // Members without a row have read everything, so both directions are looked at from the members.
  const stored = (column: string): string =>
    `COALESCE((SELECT u.\`${column}\` FROM unread_counts u WHERE u.userId = x.id), 0)`;
  const wrong: WrongCount[] = [];
  for (const type of NOTIFICATION_TYPES) {
    const counted = `SELECT COUNT(*) FROM notifications n
      WHERE n.userId = x.id AND n.type = '${type}' AND n.readAt IS NULL`;
    wrong.push(...(await differing(forum, `unread.${type}`, stored(type), counted, "users")));
  }
  const messages = `SELECT COUNT(*) FROM dialog_sides s, messages m
    WHERE s.userId = x.id AND m.dialogId = s.dialogId AND m.authorId <> x.id
      AND m.id > s.readUpTo AND m.id > s.deletedUpTo`;
  const rooms = `SELECT COUNT(*) FROM room_members s LEFT JOIN messages m ON m.roomId = s.roomId AND s.state = 'JOINED'
    WHERE s.userId = x.id AND s.isMuted = 0 AND (s.state = 'INVITED'
      OR (m.event IS NULL AND m.authorId <> x.id AND m.id > s.readUpTo))`;
  wrong.push(...(await differing(forum, "unread.room", stored("room"), rooms, "users")));
  wrong.push(...(await differing(forum, "unread.dialog", stored("dialog"), messages, "users")));
  return wrong;
}
