import type { Context } from "../../core/context.ts";
import { slices } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert } from "../../core/write.ts";
import { COUNT_COLUMNS, UnreadRow, type CountColumn, type Counted } from "./unread.entity.ts";
import { unreadChanged } from "./unread.events.ts";
import { getCounters, getCountersOfAll, lockUnread } from "./unread.service.ts";
import { countMessages, countNotifications, countRoomMessages, memberIdsAfter } from "./unread.sql.ts";

/** Members per batch; four statements each. */
const SLICE = 500;

/** A wrong counter that was repaired. */
export interface UnreadRepair {
  readonly userId: number;
  readonly column: CountColumn;
  readonly kept: number;
  readonly counted: number;
}

/** Counts unread notifications, private messages and group chats of members from the rows themselves. */
async function countUnreadRows(ctx: Context, userIds: readonly number[]): Promise<Map<number, Counted>> {
  const notifications = await countNotifications(ctx, userIds);
  const messages = await countMessages(ctx, userIds);
  const roomMessages = await countRoomMessages(ctx, userIds);
  const counted = new Map(userIds.map((userId) => [userId, nothing()]));
  for (const { userId, type, n } of notifications) counted.get(Number(userId))![type] = Number(n);
  for (const { userId, n } of messages) counted.get(Number(userId))!.dialog = Number(n);
  for (const { userId, n } of roomMessages) counted.get(Number(userId))!.room = Number(n);
  return counted;
}

const nothing = (): Record<CountColumn, number> =>
  Object.fromEntries(COUNT_COLUMNS.map((column) => [column, 0])) as Record<CountColumn, number>;

/** The columns in which two counts differ. */
function differing(stored: Counted, counted: Counted): CountColumn[] {
  return COUNT_COLUMNS.filter((column) => Number(stored[column]) !== counted[column]);
}

/** Recounts the counters of one member under a lock, and repairs wrong ones. */
async function repair(ctx: Context, userId: number): Promise<UnreadRepair[]> {
  const repairs = await inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [userId]);
    const stored = await getCounters(ctx, userId);
    const counted = (await countUnreadRows(ctx, [userId])).get(userId)!;
    const wrong = differing(stored, counted);
    if (wrong.length === 0) return [];
    await ctx.db.delete(UnreadRow, { userId });
    await insert(ctx, UnreadRow, { userId, ...counted });
    ctx.emit(unreadChanged({ userIds: [userId] }));
    return wrong.map((column) => ({
      userId,
      column,
      kept: Number(stored[column]),
      counted: counted[column],
    }));
  });
  for (const each of repairs) ctx.services.log.warn({ ...each }, "unread count was wrong");
  return repairs;
}

async function checkSlice(ctx: Context, afterId: number): Promise<[number, UnreadRepair[]]> {
  const ids = await memberIdsAfter(ctx, afterId, SLICE);
  const repairs: UnreadRepair[] = [];
  if (ids.length > 0) {
    const stored = await getCountersOfAll(ctx, ids);
    const counted = await countUnreadRows(ctx, ids);
    const pause = slices(1);
    // The reads may see different states: a difference is checked again under a lock.
    for (const id of ids) {
      if (differing(stored.get(id)!, counted.get(id)!).length === 0) continue;
      repairs.push(...(await repair(ctx, id)));
      await pause();
    }
  }
  return [ids.length < SLICE ? 0 : ids.at(-1)!, repairs];
}

/** Checks all unread counters against notifications and messages, and repairs them. @returns the repairs */
export async function checkUnreadCounts(ctx: Context): Promise<UnreadRepair[]> {
  const all: UnreadRepair[] = [];
  let afterId = 0;
  do {
    const [next, repairs] = await checkSlice(ctx, afterId);
    all.push(...repairs);
    afterId = next;
  } while (afterId > 0);
  return all;
}

/** Last member that the timed check of each process has reached. */
const progress = new WeakMap<object, number>();

/** Checks the next batch of members; few enough that nobody waits for it. */
export async function checkSomeUnreadCounts(ctx: Context): Promise<void> {
  const [next] = await checkSlice(ctx, progress.get(ctx.services) ?? 0);
  progress.set(ctx.services, next);
}
