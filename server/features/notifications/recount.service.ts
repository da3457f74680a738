import type { Context } from "../../core/context.ts";
import { row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { NOTICE_TYPES } from "../notification-templates/kind.view.ts";
import { unreadChanged } from "./unread.events.ts";
import { countedOf, lockUnread } from "./unread.service.ts";
import { COUNT_COLUMNS, type CountColumn, type Counted } from "./unread.view.ts";

/** Members that one timed check looks at. */
const SLICE = 100;

/** A number of somebody's unread that was wrong and has been put right. */
export interface UnreadRepair {
  readonly userId: number;
  readonly column: CountColumn;
  readonly kept: number;
  readonly counted: number;
}

/** What a member has not read, counted from their notices and dialogs themselves. */
async function countAnew(ctx: Context, userId: number): Promise<Counted> {
  const notices = await rows<{ type: CountColumn; n: number }>(
    ctx,
    "SELECT n.type, COUNT(*) AS n FROM notifications n WHERE n.userId = ? AND n.readAt IS NULL GROUP BY n.type",
    [userId],
  );
  const messages = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM dialog_sides s JOIN messages m ON m.dialogId = s.dialogId
     WHERE s.userId = ? AND m.authorId = s.peerId AND m.id > s.readUpTo AND m.id > s.deletedUpTo`,
    [userId],
  );
  const counted = Object.fromEntries(NOTICE_TYPES.map((type) => [type, 0])) as Record<CountColumn, number>;
  for (const { type, n } of notices) counted[type] = Number(n);
  return { ...counted, dialog: Number(messages!.n) };
}

/** Counts what one member has not read anew, with their numbers locked, and puts right what is wrong. */
async function checkMember(ctx: Context, userId: number): Promise<UnreadRepair[]> {
  const kept = await countedOf(ctx, userId);
  const seen = await countAnew(ctx, userId);
  // Two reads see two states: only what differs is looked at with care.
  if (COUNT_COLUMNS.every((column) => Number(kept[column]) === seen[column])) return [];
  const repairs = await inTransaction(ctx, async (ctx) => {
    await lockUnread(ctx, [userId]);
    const kept = await countedOf(ctx, userId);
    const counted = await countAnew(ctx, userId);
    const wrong = COUNT_COLUMNS.filter((column) => Number(kept[column]) !== counted[column]);
    if (wrong.length === 0) return [];
    await run(ctx, "DELETE FROM unread_counts WHERE userId = ?", [userId]);
    await run(
      ctx,
      `INSERT INTO unread_counts (userId, ${COUNT_COLUMNS.join(", ")}) VALUES (?, ${COUNT_COLUMNS.map(() => "?").join(", ")})`,
      [userId, ...COUNT_COLUMNS.map((column) => counted[column])],
    );
    ctx.emit(unreadChanged({ userIds: [userId] }));
    return wrong.map((column) => ({
      userId,
      column,
      kept: Number(kept[column]),
      counted: counted[column],
    }));
  });
  for (const repair of repairs) ctx.services.log.warn({ ...repair }, "unread count was wrong");
  return repairs;
}

async function checkSlice(ctx: Context, afterId: number): Promise<[number, UnreadRepair[]]> {
  const members = await rows<{ id: number }>(
    ctx,
    "SELECT u.id FROM users u WHERE u.id > ? ORDER BY u.id LIMIT ?",
    [afterId, SLICE],
  );
  const repairs: UnreadRepair[] = [];
  for (const { id } of members) repairs.push(...(await checkMember(ctx, id)));
  return [members.length < SLICE ? 0 : members.at(-1)!.id, repairs];
}

/** Checks what every member has not read against notices and messages, and repairs it. @returns what was wrong */
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
