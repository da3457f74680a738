import { Equal, In, IsNull, Not, type FindOperator, type FindOptionsWhere } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { sqlTime } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { postById } from "../../posts/post.loaders.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { WatchTarget } from "../../watches/watch.entity.ts";
import { watchKey, watchLevelOf } from "../../watches/watch.loaders.ts";
import type { NoticeType } from "../templates/kind.view.ts";
import { HIDDEN_ENTRY, Notice, type NoticeEntry } from "./notice.entity.ts";
import { noticesBefore } from "./notice.sql.ts";
import type { NoticesChanged } from "./notice.view.ts";
import {
  changeUnread,
  getUnreadCounts,
  lockUnread,
  note,
  type CountChanges,
} from "../../unread/unread.service.ts";
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
  const found = await noticesBefore(ctx, entry, key, first + 1);
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

/** A condition of notices, deleted ones included. */
export interface NoticeCondition {
  readonly userId: number;
  readonly entry: FindOperator<number>;
  readonly id?: FindOperator<number>;
  readonly type?: FindOperator<NoticeType>;
}

/** Those of the viewer that stand in a list; kinds that are switched off in the site stand in none. */
export function conditionOf(ctx: Context, { ids, entry, types }: NoticeChoice): NoticeCondition {
  if (ids && ids.length > IDS_MAX) throw invalid("ids", `最多 ${IDS_MAX} 条`, `At most ${IDS_MAX} at once.`);
  return {
    userId: ctx.viewer.id,
    entry: entry ? Equal(entry) : Not(HIDDEN_ENTRY),
    ...(ids && { id: In(ids.map((id) => parseId(id, "ids"))) }),
    ...(types && { type: In(types) }),
  };
}

/** Marks notices as read at a time, or as unread, and counts them by type; the viewer's counts are locked meanwhile. */
async function mark(ctx: Context, where: FindOptionsWhere<Notice>, readAt: Date | null): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [ctx.viewer.id]);
    const counted = await ctx.db
      .createQueryBuilder(Notice, "n")
      .select(["n.type AS type", "COUNT(*) AS n"])
      .where(where)
      .groupBy("n.type")
      .getRawMany<{ type: NoticeType; n: number }>();
    const { affected } = await ctx.db.update(Notice, where, { readAt });
    const changes: CountChanges = new Map();
    for (const { type, n } of counted) note(changes, ctx.viewer.id, type, readAt ? -Number(n) : Number(n));
    await changeUnread(ctx, changes);
    return Number(affected);
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
    const count = await mark(ctx, { ...conditionOf(ctx, choice), readAt: IsNull() }, ctx.now);
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
    const readAt = markedAt ? Equal(markedAt) : Not(IsNull());
    const count = await mark(ctx, { ...conditionOf(ctx, { ids }), readAt }, null);
    return answer(ctx, count, null);
  },
});
