import type { Context, SqlValue } from "../../../core/context.ts";
import { byIndex, marks, rows, rowsEach, run, select } from "../../../core/sql.ts";
import type { NoticeType } from "../templates/kind.view.ts";
import { Notice, type NoticeEntry } from "./notice.entity.ts";

/**
 * Delivers notices to hundreds of members in a fixed number of statements, and reads pages of the message centre without
 * hydration. Ids of several new rows, and rows that grow by their id, are beyond TypeORM.
 */

const COLUMNS = [
  "userId",
  "type",
  "kind",
  "entry",
  "actorId",
  "threadId",
  "postId",
  "why",
  "groupKey",
  "times",
  "data",
  "readAt",
  "createdAt",
] as const satisfies readonly (keyof Notice)[];

/** A notice that is not stored yet; `entry` 0 stands in no list. */
export type NewNotice = Omit<Pick<Notice, (typeof COLUMNS)[number]>, "entry"> & { readonly entry: number };

/** A notice that was written, as the event names it. */
export type WrittenNotice = Pick<Notice, "id" | "userId" | "kind" | "why">;

/** An unread notice, with what a burst adds to. */
export type UnreadNotice = Pick<Notice, "id" | "userId" | "groupKey" | "times" | "data">;

const ROW = COLUMNS.map(() => "?").join(", ");
const INSERT = `INSERT INTO notifications (${COLUMNS.join(", ")}) VALUES `;
const REPLACE = `INSERT INTO notifications (id, ${COLUMNS.join(", ")}) VALUES `;
/** Columns that a burst changes. */
const GROWING = ["actorId", "threadId", "postId", "times", "data", "createdAt"];
const GROW = {
  sqlite: `ON CONFLICT (id) DO UPDATE SET ${GROWING.map((c) => `${c} = excluded.${c}`).join(", ")}`,
  mysql: `ON DUPLICATE KEY UPDATE ${GROWING.map((c) => `${c} = VALUES(${c})`).join(", ")}`,
} as const;
const UNREAD = `SELECT n.id, n.userId, n.groupKey, n.times, n.data FROM notifications n
  WHERE n.userId = ? AND n.groupKey = ? AND n.readAt IS NULL AND n.createdAt > ? ORDER BY n.id LIMIT 50`;
/** Rows that one statement inserts; engines limit the number of values. */
const ROWS_PER_INSERT = 200;

const valuesOf = (notice: NewNotice): SqlValue[] => COLUMNS.map((column) => notice[column]);

/** Inserts notices of this moment. The counters of their recipients must be locked. @returns them with their ids */
export async function insertNotices(ctx: Context, notices: readonly NewNotice[]): Promise<WrittenNotice[]> {
  const written: WrittenNotice[] = [];
  for (let start = 0; start < notices.length; start += ROWS_PER_INSERT)
    written.push(...(await insertPart(ctx, notices.slice(start, start + ROWS_PER_INSERT))));
  return written;
}

async function insertPart(ctx: Context, part: readonly NewNotice[]): Promise<WrittenNotice[]> {
  const { insertId } = await run(ctx, INSERT + part.map(() => `(${ROW})`).join(", "), part.flatMap(valuesOf));
  // SQLite says the last id of a statement, which nobody else interrupts; MySQL the first.
  const first = ctx.services.database.engine === "sqlite" ? insertId - part.length + 1 : insertId;
  const userIds = new Set(part.map(({ userId }) => userId));
  const written = await rows<WrittenNotice>(
    ctx,
    "SELECT n.id, n.userId, n.kind, n.why FROM notifications n WHERE n.id >= ? AND n.createdAt = ?",
    [first, ctx.now],
  );
  // Other processes may have written at the same moment, to others; these members' numbers are locked.
  return written.filter(({ userId }) => userIds.has(userId));
}

/** Changes notices into those of a burst, by their ids. */
export async function growNotices(
  ctx: Context,
  notices: readonly (NewNotice & { readonly id: number })[],
): Promise<void> {
  for (let start = 0; start < notices.length; start += ROWS_PER_INSERT) {
    const part = notices.slice(start, start + ROWS_PER_INSERT);
    const all = part.map(() => `(?, ${ROW})`).join(", ");
    const values = part.flatMap((notice) => [notice.id, ...valuesOf(notice)]);
    await run(ctx, `${REPLACE}${all} ${GROW[ctx.services.database.engine]}`, values);
  }
}

/** Reads unread notices of members by their groups, as far as they are younger than a time. */
export function unreadSince(
  ctx: Context,
  keys: readonly (readonly [userId: number, groupKey: string])[],
  since: Date,
): Promise<UnreadNotice[]> {
  return rowsEach<UnreadNotice>(
    ctx,
    UNREAD,
    keys.map(([userId, groupKey]) => [userId, groupKey, since]),
  );
}

/** Reads the viewer's notices of one list, newest first, before a key of time and id. */
export function noticesBefore(
  ctx: Context,
  entry: NoticeEntry,
  key: readonly [createdAt: string, id: number] | null,
  limit: number,
): Promise<Notice[]> {
  const older = key ? "AND (n.createdAt < ? OR (n.createdAt = ? AND n.id < ?))" : "";
  const index = byIndex(ctx, "ix_notifications_userId_entry_createdAt_id");
  return select(
    ctx,
    Notice,
    "n",
    `notifications n ${index} WHERE n.userId = ? AND n.entry = ? ${older}
     ORDER BY n.createdAt DESC, n.id DESC LIMIT ?`,
    [ctx.viewer.id, entry, ...(key ? [key[0], key[0], key[1]] : []), limit],
  );
}

/** A numbered page of notices. */
export interface NoticePage {
  readonly entries: readonly NoticeEntry[];
  readonly types: readonly NoticeType[];
  readonly limit: number;
  readonly offset: number;
}

/** Reads a numbered page of the viewer's notices of some lists and types, newest first. */
export function noticePage(ctx: Context, { entries, types, limit, offset }: NoticePage): Promise<Notice[]> {
  return select(
    ctx,
    Notice,
    "n",
    `notifications n WHERE n.userId = ? AND n.entry IN (${marks(entries)}) AND n.type IN (${marks(types)})
     ORDER BY n.createdAt DESC, n.id DESC LIMIT ? OFFSET ?`,
    [ctx.viewer.id, ...entries, ...types, limit, offset],
  );
}
