import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { row, run } from "../../core/sql.ts";
import { messageChanged } from "./message.events.ts";

/** What staff does to a reported message, within the verb that decides about the report. */

/**
 * Takes a message away for both, or brings it back: its place stays, and so does whether it has been read.
 * @emits messageChanged
 * @throws {DomainError} NOT_FOUND.
 */
export async function setMessageRemoved(ctx: Context, id: number, isRemoved: boolean): Promise<void> {
  const pair = await row<{ lowUserId: number; highUserId: number }>(
    ctx,
    "SELECT d.lowUserId, d.highUserId FROM messages m JOIN dialogs d ON d.id = m.dialogId WHERE m.id = ?",
    [id],
  );
  if (!pair) throw new DomainError("NOT_FOUND");
  await run(ctx, "UPDATE messages SET removedAt = ?, removedById = ? WHERE id = ?", [
    isRemoved ? ctx.now : null,
    isRemoved ? ctx.viewer.id : null,
    id,
  ]);
  ctx.emit(
    messageChanged({ messageId: id, betweenUserIds: [Number(pair.lowUserId), Number(pair.highUserId)] }),
  );
}
