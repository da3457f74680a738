import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { storeSolution } from "../../threads/moderation/thread.solution.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { contentModerated, threadChanged } from "../../threads/thread.events.ts";
import { eventPartsOf, lockThread, readChanged } from "../../threads/thread.service.ts";
import { canAcceptPost } from "../post.policy.ts";
import { getPost, lockPost } from "../post.service.ts";

/** Input of `setSolution`. */
export interface SolutionChoice {
  readonly postId: number;
  /** False takes the choice back. */
  readonly accepted: boolean;
}

/**
 * Accepts a reply as the answer to its thread, in place of the one before, or takes that back. The choices of the author
 * are their own affair; those of staff in threads of others are logged.
 * @emits threadChanged, contentModerated for the author of the reply
 * @throws {DomainError} NOT_FOUND also for replies that others do not see; FORBIDDEN; INVALID_PARAMETER for a comment.
 */
export const setSolution = verb({
  name: "setSolution",
  who: "member",
  rate: "edit",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { postId, accepted }: SolutionChoice): Promise<Thread> {
    const { post, thread: before } = await getPost(ctx, postId);
    allow(canAcceptPost(ctx.viewer, before, post));
    if (post.parentId !== null)
      throw invalid("postId", "只能采纳楼层，不能采纳楼中的回复", "A comment cannot be the answer.");
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, before.id);
      const answer = await lockPost(ctx, postId);
      allow(canAcceptPost(ctx.viewer, thread, answer));
      const { number, authorId } = answer;
      if ((thread.solutionId === postId) === accepted) return noteNothing(ctx);
      await storeSolution(ctx, thread, accepted ? { id: postId, number } : null);
      const target = `thread:${thread.id}`;
      if (ctx.viewer.owns(thread)) noteNothing(ctx);
      else {
        const solution = accepted ? number : null;
        noteChange(ctx, { target, before: { solution: thread.solutionNumber }, after: { solution } });
      }
      ctx.emit(threadChanged(eventPartsOf(thread)));
      const byUserId = ctx.viewer.id;
      if (!accepted || authorId === byUserId) return;
      const about = { threadId: thread.id, postId, authorId, byUserId };
      ctx.emit(contentModerated({ ...about, action: "solved", reason: "" }));
    });
    return readChanged(ctx, before.id);
  },
});
