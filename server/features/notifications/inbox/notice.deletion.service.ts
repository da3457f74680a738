import { In, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insertAll, lockWhere } from "../../../core/write.ts";
import { DeletedNotice } from "./deletedNotice.entity.ts";
import { Notice } from "./notice.entity.ts";
import { answer, conditionOf, UNDO_MS } from "./notice.service.ts";
import type { NoticesChanged } from "./notice.view.ts";
import { changeUnread, lockUnread, note, type CountChanges } from "../../unread/unread.service.ts";

/** Notices that one run forgets; few enough that nobody waits for it. */
const SLICE = 500;

/** Deletes notices of the viewer; they are kept aside for some minutes. Those of others are left alone, as if unknown. */
export const deleteNotifications = verb({
  name: "deleteNotifications",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, ids: readonly string[]): Promise<NoticesChanged> {
    const own = conditionOf(ctx, { ids });
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const notices = await lockWhere(ctx, Notice, own);
      await insertAll(
        ctx,
        DeletedNotice,
        notices.map((notice) => ({ ...notice, deletedAt: ctx.now })),
      );
      await ctx.db.delete(Notice, { id: In(idsOf(notices)) });
      await countUnread(ctx, notices, -1);
      return notices.length;
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
    const since = MoreThan(new Date(ctx.now.getTime() - UNDO_MS));
    const own = { ...conditionOf(ctx, { ids }), deletedAt: since };
    const count = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [ctx.viewer.id]);
      const deleted = await lockWhere(ctx, DeletedNotice, own);
      await insertAll(ctx, Notice, deleted.map(noticeOf));
      await ctx.db.delete(DeletedNotice, { id: In(idsOf(deleted)) });
      await countUnread(ctx, deleted, 1);
      return deleted.length;
    });
    return answer(ctx, count, null);
  },
});

const idsOf = (notices: readonly { readonly id: number }[]): number[] => notices.map(({ id }) => id);

/** Adds unread ones among notices to what the viewer has not read, or subtracts them. */
async function countUnread(
  ctx: Context,
  notices: readonly Pick<Notice, "type" | "readAt">[],
  by: 1 | -1,
): Promise<void> {
  const changes: CountChanges = new Map();
  for (const { type, readAt } of notices) if (readAt === null) note(changes, ctx.viewer.id, type, by);
  await changeUnread(ctx, changes);
}

/** The notice that was deleted, with its id. */
function noticeOf({ deletedAt: _, ...notice }: DeletedNotice): Notice {
  return notice;
}

/** Forgets deleted notices that nobody can bring back any more. */
export async function forgetDeletedNotices(ctx: Context): Promise<void> {
  const until = new Date(ctx.now.getTime() - UNDO_MS);
  const expired = await ctx.db.find(DeletedNotice, {
    select: { id: true },
    where: { deletedAt: LessThanOrEqual(until) },
    order: { deletedAt: "ASC" },
    take: SLICE,
  });
  if (expired.length === 0) return;
  const gone = { id: In(idsOf(expired)), deletedAt: LessThanOrEqual(until) };
  await inTransaction(ctx, (ctx) => ctx.db.delete(DeletedNotice, gone));
}
