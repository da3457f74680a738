import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { reactionsOf } from "../../settings/catalogue/reactions.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { userById } from "../../users/user.loaders.ts";
import { Thread } from "../thread.entity.ts";
import { threadReacted } from "../thread.events.ts";
import { canLikeThread } from "../thread.policy.ts";
import { getThread, lockThread, readChanged } from "../thread.service.ts";
import type { Reactor } from "./reaction.view.ts";
import { changeReaction, countReactions, readReactors, type Reacted } from "./reactionChange.sql.ts";
import { likeLocked } from "./thread.reaction.service.ts";

/** Members named of those who reacted. */
const REACTORS_MAX = 50;

/** Requires an emoji of the forum's set, or the plain like. @throws {DomainError} INVALID_PARAMETER. */
export async function checkReaction(ctx: Context, emoji: string | null): Promise<void> {
  if (emoji === null || emoji === "") return;
  const { site_reactions: set } = await getSettings(ctx);
  if (!reactionsOf(set).includes(emoji))
    throw invalid("emoji", "不能使用这个表情", "The forum does not offer it.");
}

/** Input of `setThreadReaction`. */
export interface ThreadReacting {
  readonly threadId: number;
  /** Empty for the plain like; null for none. */
  readonly emoji: string | null;
}

/**
 * Reacts to a thread in place of what the viewer's reaction was, which counts as a like; or takes it back.
 * @emits threadLiked where it is the first or the last, threadReacted
 * @throws {DomainError} NOT_FOUND; FORBIDDEN without `thread.likePosts`; INVALID_PARAMETER for what is not in the set.
 */
export const setThreadReaction = verb({
  name: "setThreadReaction",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { threadId, emoji }: ThreadReacting): Promise<Thread> {
    await checkReaction(ctx, emoji);
    allow(canLikeThread(ctx.viewer, await getThread(ctx, threadId)));
    await inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      allow(canLikeThread(ctx.viewer, thread));
      await likeLocked(ctx, thread, emoji !== null);
      if (emoji !== null) await changeReaction(ctx, "thread", threadId, emoji);
      const reactions = await countReactions(ctx, "thread", threadId);
      if (reactions === thread.reactions) return;
      await ctx.db.update(Thread, { id: threadId }, { reactions });
      ctx.emit(threadReacted({ threadId, userId: ctx.viewer.id }));
    });
    return readChanged(ctx, threadId);
  },
});

/** Lists who liked a text last or reacted to it, for commands and fields that have checked that the viewer sees it. */
export async function listReactors(ctx: Context, kind: Reacted, id: number): Promise<Reactor[]> {
  const reactors = await readReactors(ctx, kind, id, REACTORS_MAX);
  await preload(
    ctx,
    userById,
    reactors.map(({ userId }) => Number(userId)),
  );
  const named: Reactor[] = [];
  for (const { userId, reaction } of reactors) {
    const user = await load(ctx, userById, Number(userId));
    if (user) named.push({ user, emoji: reaction });
  }
  return named;
}
