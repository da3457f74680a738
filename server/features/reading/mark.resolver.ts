import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { chain, load } from "../../core/loaders.ts";
import { movedBehind, movedKey } from "../posts/moves/move.loaders.ts";
import { Thread } from "../threads/thread.entity.ts";
import { lastReadOf } from "./mark.loaders.ts";
import { markThreadRead } from "./mark.service.ts";

/** GraphQL's view of how far threads have been read. */
@Resolver(() => Thread)
export class ReadMarkResolver {
  @Mutation(() => Thread, { description: "Moves the viewer's place in a thread forward, never back." })
  markThreadRead(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("number", () => Int, { description: "Of the last reply that was read; 0 for the text alone." })
    number: number,
  ) {
    return markThreadRead(ctx, { threadId: parseId(threadId, "threadId"), number });
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Number of the last reply that the viewer has read; null if they never opened the thread.",
  })
  viewerLastReadNumber(@Ctx() ctx: Context, @Root() thread: Thread) {
    return ctx.viewer.isMember ? load(ctx, lastReadOf, thread.id) : null;
  }

  @FieldResolver(() => Int, {
    description: "Replies after the last one that the viewer has read; 0 if they never opened the thread.",
  })
  viewerUnreadCount(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!ctx.viewer.isMember) return 0;
    return chain(load(ctx, lastReadOf, thread.id), (number) =>
      number === null ? 0 : unreadBehind(ctx, thread, number),
    );
  }
}

/** Counts the replies behind a place, without the numbers whose replies are in another thread now. */
function unreadBehind(ctx: Context, { id, lastNumber, movedNumber }: Thread, number: number) {
  const behind = Math.max(0, lastNumber - number);
  if (behind === 0 || movedNumber <= number) return behind;
  return chain(load(ctx, movedBehind, movedKey(id, number, lastNumber)), (moved) => behind - (moved ?? 0));
}
