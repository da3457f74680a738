import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { findMoved } from "../../posts/moves/move.service.ts";
import { PostPlace } from "../../posts/moves/postPlace.view.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { mergeThreads } from "./merge.service.ts";
import { MergeThreadsInput, SplitThreadInput } from "./merging.input.ts";
import { splitThread } from "./split.service.ts";

/** GraphQL's view of merging and splitting. Only translates: rules live in the services. */
@Resolver()
export class MergingResolver {
  @Mutation(() => Thread, {
    description: "For moderators: puts a thread behind another. Gives the one that stays.",
  })
  mergeThreads(
    @Ctx() ctx: Context,
    @Arg("input", () => MergeThreadsInput, { description: "All that is written, in one object." })
    input: MergeThreadsInput,
  ) {
    return mergeThreads(ctx, input);
  }

  @Mutation(() => Thread, {
    description: "For moderators: makes replies a thread of their own. Gives the new one.",
  })
  splitThread(
    @Ctx() ctx: Context,
    @Arg("input", () => SplitThreadInput, { description: "All that is written, in one object." })
    input: SplitThreadInput,
  ) {
    return splitThread(ctx, input);
  }

  @Query(() => PostPlace, {
    nullable: true,
    description: "Where a reply is now that was moved to another thread; null if it was not.",
  })
  movedPost(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "The thread in which it was." }) threadId: string,
    @Arg("number", () => Int, { description: "Its number there; 0 for the thread's own text." })
    number: number,
  ) {
    return findMoved(ctx, parseId(threadId, "threadId"), number);
  }
}
