import type { Context, SqlValue } from "../../../core/context.ts";
import { byIndex, marks, rows, rowsEach, run, select, sqlTime } from "../../../core/sql.ts";
import type { NotificationKind, NotificationType } from "../templates/kind.view.ts";
import {
  Notification,
  NotificationEntry,
  NotificationFilter,
  NotificationReason,
} from "./notification.entity.ts";

/**
 * Delivers notifications to hundreds of members in a fixed number of statements, and reads pages of the message centre without
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
] as const satisfies readonly (keyof Notification)[];

/** A notification that is not stored yet; `entry` 0 stands in no list. */
export type NewNotification = Omit<Pick<Notification, (typeof COLUMNS)[number]>, "entry"> & {
  readonly entry: number;
};

/** A notification that was written, as the event names it. */
export type WrittenNotification = Pick<Notification, "id" | "userId" | "kind" | "why">;

/** An unread notification, with what a burst adds to. */
export type UnreadNotification = Pick<
  Notification,
  "id" | "userId" | "groupKey" | "times" | "data" | "actorId" | "threadId" | "postId"
>;

const ROW = COLUMNS.map(() => "?").join(", ");
const INSERT = `INSERT INTO notifications (${COLUMNS.join(", ")}) VALUES `;
const REPLACE = `INSERT INTO notifications (id, ${COLUMNS.join(", ")}) VALUES `;
/** Columns that a burst changes. */
const GROWING = ["actorId", "threadId", "postId", "times", "data", "createdAt"];
const GROW = {
  sqlite: `ON CONFLICT (id) DO UPDATE SET ${GROWING.map((c) => `${c} = excluded.${c}`).join(", ")}`,
  mysql: `ON DUPLICATE KEY UPDATE ${GROWING.map((c) => `${c} = VALUES(${c})`).join(", ")}`,
} as const;
const UNREAD = `SELECT n.id, n.userId, n.groupKey, n.times, n.data, n.actorId, n.threadId, n.postId
  FROM notifications n
  WHERE n.userId = ? AND n.groupKey = ? AND n.readAt IS NULL AND n.createdAt > ? ORDER BY n.id LIMIT 50`;
/** Rows that one statement inserts; engines limit the number of values. */
const ROWS_PER_INSERT = 200;

const valuesOf = (notification: NewNotification): SqlValue[] => COLUMNS.map((column) => notification[column]);

/** Inserts notifications of this moment. The counters of their recipients must be locked. @returns them with their ids */
export async function insertNotifications(
  ctx: Context,
  notifications: readonly NewNotification[],
): Promise<WrittenNotification[]> {
  const written: WrittenNotification[] = [];
  for (let start = 0; start < notifications.length; start += ROWS_PER_INSERT)
    written.push(...(await insertPart(ctx, notifications.slice(start, start + ROWS_PER_INSERT))));
  return written;
}

async function insertPart(ctx: Context, part: readonly NewNotification[]): Promise<WrittenNotification[]> {
  const { insertId } = await run(ctx, INSERT + part.map(() => `(${ROW})`).join(", "), part.flatMap(valuesOf));
  // SQLite gives the last id of a statement, which no other writer interrupts; MySQL the first.
  const first = ctx.services.database.engine === "sqlite" ? insertId - part.length + 1 : insertId;
  const userIds = new Set(part.map(({ userId }) => userId));
  const written = await rows<WrittenNotification>(
    ctx,
    "SELECT n.id, n.userId, n.kind, n.why FROM notifications n WHERE n.id >= ? AND n.createdAt = ?",
    [first, ctx.now],
  );
  // Other processes may have written at the same time, to others; these members' counters are locked.
  return written.filter(({ userId }) => userIds.has(userId));
}

/** Changes notifications into those of a burst, by their ids. */
export async function growNotifications(
  ctx: Context,
  notifications: readonly (NewNotification & { readonly id: number })[],
): Promise<void> {
  for (let start = 0; start < notifications.length; start += ROWS_PER_INSERT) {
    const part = notifications.slice(start, start + ROWS_PER_INSERT);
    const all = part.map(() => `(?, ${ROW})`).join(", ");
    const values = part.flatMap((notification) => [notification.id, ...valuesOf(notification)]);
    await run(ctx, `${REPLACE}${all} ${GROW[ctx.services.database.engine]}`, values);
  }
}

/** Reads unread notifications of members by their groups, as far as they are younger than a time each. */
export function unreadSince(
  ctx: Context,
  keys: readonly (readonly [userId: number, groupKey: string, since: Date])[],
): Promise<UnreadNotification[]> {
  return rowsEach<UnreadNotification>(ctx, UNREAD, keys);
}

/** A place in a list of notifications, as the engine compares it. */
export type ListPosition = readonly [createdAt: string, id: number];

/** Gives the place of a notification in its list. */
export const positionOf = ({ createdAt, id }: Notification): ListPosition => [sqlTime(createdAt), id];

/** Selection of notifications: one list, or all that are shown; unread ones or mentions alone, or both. */
export interface NotificationSelection {
  readonly entry?: NotificationEntry | undefined;
  readonly filter?: NotificationFilter | undefined;
}

const { ACCOUNT, FINANCIAL, THREAD } = NotificationEntry;
const ALL_ENTRIES = [ACCOUNT, FINANCIAL, THREAD];
const IN_LIST = "ix_notifications_userId_entry_createdAt_id";
const BY_READ = "ix_notifications_userId_readAt_type";

/**
 * Reads the viewer's notifications before a place, newest first. Each list gives as many as are asked for in its own
 * order, so that all of them together need no sorting of everything; unread ones are few and found by their own index.
 */
export function notificationsBefore(
  ctx: Context,
  { entry, filter }: NotificationSelection,
  before: ListPosition | null,
  limit: number,
): Promise<Notification[]> {
  const older = before ? " AND (n.createdAt < ? OR (n.createdAt = ? AND n.id < ?))" : "";
  const place = before ? [before[0], before[0], before[1]] : [];
  const order = `ORDER BY n.createdAt DESC, n.id DESC LIMIT ${limit}`;
  const entries = entry ? [entry] : ALL_ENTRIES;
  if (filter === NotificationFilter.UNREAD) {
    const from = `notifications n ${byIndex(ctx, BY_READ)} WHERE n.userId = ? AND n.readAt IS NULL
      AND n.entry IN (${marks(entries)})${older} ${order}`;
    return select(ctx, Notification, "n", from, [ctx.viewer.id, ...entries, ...place]);
  }
  const mentioned =
    filter === NotificationFilter.MENTIONS ? ` AND n.why = '${NotificationReason.MENTIONED}'` : "";
  const part = `notifications n ${byIndex(ctx, IN_LIST)} WHERE n.userId = ? AND n.entry = ?${mentioned}${older} ${order}`;
  const values = entries.flatMap((each) => [ctx.viewer.id, each, ...place]);
  if (entry) return select(ctx, Notification, "n", part, values);
  const parts = entries.map(() => `SELECT * FROM (SELECT n.* FROM ${part}) p`).join(" UNION ALL ");
  return select(ctx, Notification, "n", `(${parts}) n ${order}`, values);
}

/** Reads notifications by id. */
export function selectNotifications(ctx: Context, ids: readonly number[]): Promise<Notification[]> {
  return select(ctx, Notification, "n", `notifications n WHERE n.id IN (${marks(ids)})`, ids);
}

/** Kinds that old clients do not get: they have nothing like them. */
const NOT_FOR_LEGACY: readonly NotificationKind[] = ["report.handled"];
const FOR_LEGACY = `n.kind NOT IN (${NOT_FOR_LEGACY.map((kind) => `'${kind}'`).join(", ")})`;

/** A numbered page of notifications. */
export interface NotificationPage {
  readonly entries: readonly NotificationEntry[];
  readonly types: readonly NotificationType[];
  readonly limit: number;
  readonly offset: number;
}

/** Number of notifications that old clients get, and whether one that they do not get is unread. */
export interface LegacyCount {
  readonly total: number;
  readonly hasUnread: boolean;
}

/** Counts the viewer's notifications of some lists and types for old clients, in one statement with what they do not get. */
export async function countForLegacy(
  ctx: Context,
  { entries, types }: Pick<NotificationPage, "entries" | "types">,
): Promise<LegacyCount> {
  const [count] = await rows<{ total: number | string | null; unread: number | string | null }>(
    ctx,
    `SELECT SUM(CASE WHEN ${FOR_LEGACY} THEN 1 ELSE 0 END) AS total,
       SUM(CASE WHEN ${FOR_LEGACY} OR n.readAt IS NOT NULL THEN 0 ELSE 1 END) AS unread
     FROM notifications n WHERE n.userId = ? AND n.entry IN (${marks(entries)}) AND n.type IN (${marks(types)})`,
    [ctx.viewer.id, ...entries, ...types],
  );
  return { total: Number(count?.total ?? 0), hasUnread: Number(count?.unread ?? 0) > 0 };
}

/** Reads a numbered page of the viewer's notifications of some lists and types for old clients, newest first. */
export function notificationPage(
  ctx: Context,
  { entries, types, limit, offset }: NotificationPage,
): Promise<Notification[]> {
  return select(
    ctx,
    Notification,
    "n",
    `notifications n WHERE n.userId = ? AND n.entry IN (${marks(entries)}) AND n.type IN (${marks(types)}) AND ${FOR_LEGACY}
     ORDER BY n.createdAt DESC, n.id DESC LIMIT ? OFFSET ?`,
    [ctx.viewer.id, ...entries, ...types, limit, offset],
  );
}
