import type { Context } from "../../../core/context.ts";
import { authorsOf } from "../../posts/moves/move.sql.ts";
import { contentModerated } from "../../threads/thread.events.ts";

/** Emits one event for each author of replies that moved to a thread, about the first of theirs. */
export async function notifyAuthors(
  ctx: Context,
  threadId: number,
  postIds: readonly number[],
  reason: string,
  exceptId?: number,
): Promise<void> {
  const byUserId = ctx.viewer.id;
  for (const { authorId, postId } of await authorsOf(ctx, postIds)) {
    if (authorId === byUserId || authorId === exceptId) continue;
    ctx.emit(contentModerated({ threadId, postId, authorId, byUserId, action: "moved", reason }));
  }
}
