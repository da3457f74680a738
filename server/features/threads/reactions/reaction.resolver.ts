import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { Thread } from "../thread.entity.ts";
import { reactionOf } from "../thread.loaders.ts";
import { canSeeThread } from "../thread.policy.ts";
import { listReactors, setThreadReaction } from "./reacting.service.ts";
import { ReactionCount, Reactor } from "./reaction.view.ts";
import { countedReactions } from "../../../core/reactionCounts.ts";

/** GraphQL's view of reactions to threads. */
@Resolver(() => Thread)
export class ThreadReactionsResolver {
  @Mutation(() => Thread, { description: "Reacts in place of the viewer's like, as which it counts." })
  setThreadReaction(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("emoji", () => String, {
      nullable: true,
      description: "One of `site.reactions`; empty for the like, null to take it back.",
    })
    emoji: string | null,
  ) {
    return setThreadReaction(ctx, { threadId: parseId(threadId, "threadId"), emoji });
  }

  @FieldResolver(() => [ReactionCount], {
    description:
      "Reactions among the likes, the most frequent first; plain likes are the rest of `likeCount`.",
  })
  reactions(@Root() thread: Thread) {
    return countedReactions(thread.reactions);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The viewer's reaction: an emoji, empty for the like, null for none.",
  })
  viewerReaction(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!ctx.viewer.isMember) return null;
    return chain(load(ctx, reactionOf, thread.id), (mine) => (mine?.liked ? mine.reaction : null));
  }

  @FieldResolver(() => [Reactor], { description: "Who reacted last, the newest first, at most 50." })
  reactors(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canSeeThread(ctx.viewer, thread).allowed ? listReactors(ctx, "thread", thread.id) : [];
  }
}
