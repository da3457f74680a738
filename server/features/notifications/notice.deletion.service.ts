import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import type { NoticeType } from "../notification-templates/kind.view.ts";
import { answer, change, conditionOf, UNDO_MS } from "./notice.service.ts";
import type { NoticesChanged } from "./notice.view.ts";
import { changeUnread, lockUnread, note, type CountChanges } from "./unread.service.ts";

/** What a notice consists of, the same in both tables. */
const COLUMNS = [
  ...[
    "id",
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
  ],
  ...["readAt", "createdAt"],
].join(", ");
/** Notices that one run forgets; few enough that nobody waits for it. */
const SLICE = 500;

/** Deletes notices of the viewer; they are kept aside for some minutes. Those of others are left alone, as if unknown. */
export const deleteNotifications = verb({
  name: "deleteNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NoticesChanged> {
    const [condition, values] = conditionOf(ctx, { ids });
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      await run(
        ctx,
        `INSERT INTO deleted_notices (${COLUMNS}, deletedAt) SELECT ${COLUMNS}, ? FROM notifications WHERE ${condition}`,
        [ctx.now, ...values],
      );
      return change(ctx, condition, values, -1, "DELETE FROM notifications");
    });
    return answer(ctx, count, null);
  },
});

/** Brings notices back that the viewer has deleted some minutes ago, unread ones as unread; none of the others. */
export const restoreNotifications = verb({
  name: "restoreNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NoticesChanged> {
    const [mine, own] = conditionOf(ctx, { ids });
    const condition = `${mine} AND deletedAt > ?`;
    const values = [...own, new Date(ctx.now.getTime() - UNDO_MS)];
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const unread = await rows<{ type: NoticeType; n: number }>(
        ctx,
        `SELECT type, COUNT(*) AS n FROM deleted_notices WHERE ${condition} AND readAt IS NULL GROUP BY type`,
        values,
      );
      await run(
        ctx,
        `INSERT INTO notifications (${COLUMNS}) SELECT ${COLUMNS} FROM deleted_notices WHERE ${condition}`,
        values,
      );
      const { affected } = await run(ctx, `DELETE FROM deleted_notices WHERE ${condition}`, values);
      const changes: CountChanges = new Map();
      for (const { type, n } of unread) note(changes, ctx.viewer.id, type, Number(n));
      await changeUnread(ctx, changes);
      return affected;
    });
    return answer(ctx, count, null);
  },
});

/** Forgets deleted notices that nobody can bring back any more. */
export async function forgetDeletedNotices(ctx: Context): Promise<void> {
  const until = new Date(ctx.now.getTime() - UNDO_MS);
  const found = await rows<{ id: number }>(
    ctx,
    "SELECT d.id FROM deleted_notices d WHERE d.deletedAt <= ? ORDER BY d.deletedAt LIMIT ?",
    [until, SLICE],
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  await inTransaction(ctx, (ctx) =>
    run(ctx, `DELETE FROM deleted_notices WHERE id IN (${marks(ids)}) AND deletedAt <= ?`, [...ids, until]),
  );
}
