import type { Context, SqlValue } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { byIndex, marks, rows, run, select, sqlTime } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { postById } from "../posts/post.loaders.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { userById } from "../users/user.loaders.ts";
import { WatchTarget } from "../watches/watch.entity.ts";
import { watchKey, watchLevelOf } from "../watches/watch.loaders.ts";
import type { NoticeType } from "../notification-templates/kind.view.ts";
import { Notice, type NoticeEntry } from "./notice.entity.ts";
import type { NoticesChanged } from "./notice.view.ts";
import { changeUnread, getUnreadCounts, lockUnread, note, type CountChanges } from "./unread.service.ts";
import { leverOf } from "./why.ts";
import { dataOf } from "./wording.ts";

/** Most notices that one call names. */
export const IDS_MAX = 100;
/** Marking as read, and deleting, can be undone this long, in milliseconds. */
export const UNDO_MS = 10 * 60_000;

/** The viewer's notices of one list, newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listNotices(
  ctx: Context,
  entry: NoticeEntry,
  { first, after }: PageRequest,
): Promise<Connection<Notice>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const list = `notices${entry}`;
  const key = after ? (decodeCursor(list, after, ["string", "number"]) as readonly [string, number]) : null;
  const from = key ? "AND (n.createdAt < ? OR (n.createdAt = ? AND n.id < ?))" : "";
  const index = byIndex(ctx, "ix_notifications_userId_entry_createdAt_id");
  const found = await select(
    ctx,
    Notice,
    "n",
    `notifications n ${index} WHERE n.userId = ? AND n.entry = ? ${from}
     ORDER BY n.createdAt DESC, n.id DESC LIMIT ?`,
    [ctx.viewer.id, entry, ...(key ? [key[0], key[0], key[1]] : []), first + 1],
  );
  const cursorOf = (notice: Notice): string => encodeCursor(list, [sqlTime(notice.createdAt), notice.id]);
  return pageOf(found, first, cursorOf, key !== null);
}

/** Reads what a list of notices names, one statement per kind whatever its length. */
export async function preloadNoticeNeighbours(
  ctx: Context,
  notices: readonly Notice[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const threadIds = notices.flatMap(({ threadId }) => threadId ?? []);
  const postIds = notices.flatMap(({ postId }) => postId ?? []);
  const levers = notices.flatMap((notice) => leverOf(notice) ?? []);
  const members = levers.filter(({ target }) => target === WatchTarget.MEMBER);
  const leverKeys = levers.map(({ target, targetId }) => watchKey(target, targetId));
  const userIds = [
    ...notices.flatMap((notice) => dataOf(notice).actorIds ?? []),
    ...members.map(({ targetId }) => targetId),
  ];
  await Promise.all([
    preload(ctx, threadById, threadIds),
    preload(ctx, postById, postIds),
    preload(ctx, userById, [...userIds, ctx.viewer.id]),
    wanted.has("watched") ? preload(ctx, watchLevelOf, leverKeys) : undefined,
  ]);
}

/** Which notices are meant: some by id, or all of a list, or all. */
export interface NoticeChoice {
  readonly ids?: readonly string[] | null;
  readonly entry?: NoticeEntry | null;
  /** Only those of these types. */
  readonly types?: readonly NoticeType[] | null;
}

/** Those of the viewer that stand in a list; kinds that are switched off in the site stand in none. */
export function conditionOf(ctx: Context, { ids, entry, types }: NoticeChoice): [string, SqlValue[]] {
  if (ids && ids.length > IDS_MAX) throw invalid("ids", `最多 ${IDS_MAX} 条`, `At most ${IDS_MAX} at once.`);
  const parsed = ids?.map((id) => parseId(id, "ids"));
  const byId = parsed && (parsed.length > 0 ? ` AND id IN (${marks(parsed)})` : " AND 1 = 0");
  return [
    `userId = ?${byId ?? ""}${entry ? " AND entry = ?" : " AND entry <> 0"}${types ? ` AND type IN (${marks(types)})` : ""}`,
    [ctx.viewer.id, ...(parsed ?? []), ...(entry ? [entry] : []), ...(types ?? [])],
  ];
}

/** Counts those that a change concerns, by type, and changes them; the viewer's counts are locked meanwhile. */
export async function change(
  ctx: Context,
  condition: string,
  values: readonly SqlValue[],
  by: 1 | -1,
  statement: string,
  set: readonly SqlValue[] = [],
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [ctx.viewer.id]);
    const unread = by === -1 ? " AND readAt IS NULL" : "";
    const found = await rows<{ type: NoticeType; n: number }>(
      ctx,
      `SELECT type, COUNT(*) AS n FROM notifications WHERE ${condition}${unread} GROUP BY type`,
      values,
    );
    const { affected } = await run(ctx, `${statement} WHERE ${condition}`, [...set, ...values]);
    const changes: CountChanges = new Map();
    for (const { type, n } of found) note(changes, ctx.viewer.id, type, by * Number(n));
    await changeUnread(ctx, changes);
    return affected;
  });
}

/** What a change of notices is answered with. */
export const answer = async (
  ctx: Context,
  count: number,
  markedAt: Date | null,
): Promise<NoticesChanged> => ({
  count,
  markedAt,
  unreadCounts: await getUnreadCounts(ctx),
});

/** Marks notices of the viewer as read: some, all of a list, or all. Those of others are left alone, as if unknown. */
export const markNotificationsRead = verb({
  name: "markNotificationsRead",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, choice: NoticeChoice): Promise<NoticesChanged> {
    const [condition, values] = conditionOf(ctx, choice);
    const count = await change(
      ctx,
      `${condition} AND readAt IS NULL`,
      values,
      -1,
      "UPDATE notifications SET readAt = ?",
      [ctx.now],
    );
    return answer(ctx, count, ctx.now);
  },
});

/** What `markNotificationsUnread` takes: ids, or the time at which they were marked. */
export interface UnreadChoice {
  readonly ids?: readonly string[] | null;
  readonly markedAt?: Date | null;
}

/**
 * Takes marking back: of some notices, or of all that were marked at one time some minutes ago.
 * @throws {DomainError} INVALID_PARAMETER if it says neither, or if it was too long ago.
 */
export const markNotificationsUnread = verb({
  name: "markNotificationsUnread",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { ids, markedAt }: UnreadChoice): Promise<NoticesChanged> {
    if (!ids && !markedAt) throw invalid("ids", "ids 或 markedAt 必填", "ids or markedAt is required.");
    if (markedAt && ctx.now.getTime() - markedAt.getTime() > UNDO_MS)
      throw invalid("markedAt", "已超过可撤销的时间", "It is too late to undo this.");
    const [condition, values] = conditionOf(ctx, { ids });
    const at = markedAt ? " AND readAt = ?" : " AND readAt IS NOT NULL";
    const count = await change(
      ctx,
      condition + at,
      [...values, ...(markedAt ? [markedAt] : [])],
      1,
      "UPDATE notifications SET readAt = NULL",
    );
    return answer(ctx, count, null);
  },
});
