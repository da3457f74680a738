import type { Context } from "../../core/context.ts";
import { slices } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert } from "../../core/write.ts";
import { COUNT_COLUMNS, UnreadRow, type CountColumn, type Counted } from "./unread.entity.ts";
import { unreadChanged } from "./unread.events.ts";
import { countedOf, countedOfAll, lockUnread } from "./unread.service.ts";
import { countMessages, countNotifications, memberIdsAfter } from "./unread.sql.ts";

/** Members that one look counts anew; three statements whatever their number. */
const SLICE = 500;

/** A number of somebody's unread that was wrong and has been put right. */
export interface UnreadRepair {
  readonly userId: number;
  readonly column: CountColumn;
  readonly kept: number;
  readonly counted: number;
}

/** What members have not read, counted from their notifications and dialogs themselves. */
async function countAnew(ctx: Context, userIds: readonly number[]): Promise<Map<number, Counted>> {
  const notifications = await countNotifications(ctx, userIds);
  const messages = await countMessages(ctx, userIds);
  const counted = new Map(userIds.map((userId) => [userId, nothing()]));
  for (const { userId, type, n } of notifications) counted.get(Number(userId))![type] = Number(n);
  for (const { userId, n } of messages) counted.get(Number(userId))!.dialog = Number(n);
  return counted;
}

const nothing = (): Record<CountColumn, number> =>
  Object.fromEntries(COUNT_COLUMNS.map((column) => [column, 0])) as Record<CountColumn, number>;

/** The columns in which two counts differ. */
function differing(kept: Counted, counted: Counted): CountColumn[] {
  return COUNT_COLUMNS.filter((column) => Number(kept[column]) !== counted[column]);
}

/** Counts what one member has not read anew, with their numbers locked, and puts right what is wrong. */
async function repair(ctx: Context, userId: number): Promise<UnreadRepair[]> {
  const repairs = await inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [userId]);
    const kept = await countedOf(ctx, userId);
    const counted = (await countAnew(ctx, [userId])).get(userId)!;
    const wrong = differing(kept, counted);
    if (wrong.length === 0) return [];
    await ctx.db.delete(UnreadRow, { userId });
    await insert(ctx, UnreadRow, { userId, ...counted });
    ctx.emit(unreadChanged({ userIds: [userId] }));
    return wrong.map((column) => ({
      userId,
      column,
      kept: Number(kept[column]),
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
    const kept = await countedOfAll(ctx, ids);
    const seen = await countAnew(ctx, ids);
    const pause = slices(1);
    // Several reads see several states: only what differs is looked at with care.
    for (const id of ids) {
      if (differing(kept.get(id)!, seen.get(id)!).length === 0) continue;
      repairs.push(...(await repair(ctx, id)));
      await pause();
    }
  }
  return [ids.length < SLICE ? 0 : ids.at(-1)!, repairs];
}

/** Checks what every member has not read against notifications and messages, and repairs it. @returns what was wrong */
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

/** How far the timed check of each running program has come. */
const progress = new WeakMap<object, number>();

/** Checks the next members; few enough that nobody waits for it. */
export async function checkSomeUnreadCounts(ctx: Context): Promise<void> {
  const [next] = await checkSlice(ctx, progress.get(ctx.services) ?? 0);
  progress.set(ctx.services, next);
}
