import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { listReactors } from "../../threads/reactions/reacting.service.ts";
import { ReactionCount, Reactor } from "../../threads/reactions/reaction.view.ts";
import { countedReactions } from "../../../core/reactionCounts.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { Post } from "../post.entity.ts";
import { reactionByViewer } from "../post.loaders.ts";
import { canSeePost } from "../post.policy.ts";
import { setPostReaction } from "./post.reaction.service.ts";

/** GraphQL's view of reactions to replies and comments. */
@Resolver(() => Post)
export class PostReactionsResolver {
  @Mutation(() => Post, { description: "Reacts in place of the viewer's like, as which it counts." })
  setPostReaction(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "Id of the reply or comment." }) postId: string,
    @Arg("emoji", () => String, {
      nullable: true,
      description: "One of `site.reactions`; empty for the like, null to take it back.",
    })
    emoji: string | null,
  ) {
    return setPostReaction(ctx, { postId: parseId(postId, "postId"), emoji });
  }

  @FieldResolver(() => [ReactionCount], {
    description:
      "Reactions among the likes, the most frequent first; plain likes are the rest of `likeCount`.",
  })
  reactions(@Root() post: Post) {
    return countedReactions(post.reactions);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The viewer's reaction: an emoji, empty for the like, null for none.",
  })
  viewerReaction(@Ctx() ctx: Context, @Root() post: Post) {
    return ctx.viewer.isMember ? load(ctx, reactionByViewer, post.id) : null;
  }

  @FieldResolver(() => [Reactor], { description: "Who reacted last, the newest first, at most 50." })
  reactors(@Ctx() ctx: Context, @Root() post: Post) {
    return chain(load(ctx, threadById, post.threadId), (thread) =>
      thread && canSeePost(ctx.viewer, thread, post).allowed ? listReactors(ctx, "post", post.id) : [],
    );
  }
}
