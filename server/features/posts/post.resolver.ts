import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { fieldsBelow } from "../../core/selection.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { preloadPostNeighbours } from "./lists/neighbour.service.ts";
import { Post } from "./post.entity.ts";
import { EditPostInput, PostSort, ReplyToThreadInput } from "./post.input.ts";
import { listPosts } from "./lists/post.list.service.ts";
import { deletePost, restorePost, setPostApproval } from "./moderation/post.moderation.service.ts";
import { setSolution } from "./moderation/solution.service.ts";
import { setPostLiked } from "./reactions/post.reaction.service.ts";
import { editPost, getPost, replyToThread } from "./post.service.ts";
import { PostConnection } from "./post.view.ts";

/** GraphQL's view of replies and comments. Only translates: every rule lives in the service or the policy. */
@Resolver(() => Post)
export class PostResolver {
  @Query(() => Post, { nullable: true })
  async post(@Ctx() ctx: Context, @Arg("id", () => ID) id: string) {
    return (await getPost(ctx, parseId(id))).post;
  }

  @Mutation(() => Post)
  replyToThread(@Ctx() ctx: Context, @Arg("input", () => ReplyToThreadInput) input: ReplyToThreadInput) {
    return replyToThread(ctx, input);
  }

  @Mutation(() => Post)
  editPost(@Ctx() ctx: Context, @Arg("input", () => EditPostInput) input: EditPostInput) {
    return editPost(ctx, input);
  }

  @Mutation(() => Post, { description: "Deletes it so that it can be restored; its number stays taken." })
  deletePost(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID) postId: string,
    @Arg("reason", () => String, { nullable: true, description: "Its author is told." }) reason?: string,
  ) {
    return deletePost(ctx, { postId: parseId(postId, "postId"), reason });
  }

  @Mutation(() => Post)
  restorePost(@Ctx() ctx: Context, @Arg("postId", () => ID) postId: string) {
    return restorePost(ctx, parseId(postId, "postId"));
  }

  @Mutation(() => Post)
  setPostApproval(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID) postId: string,
    @Arg("approval", () => ApprovalState) approval: ApprovalState,
    @Arg("reason", () => String, { nullable: true, description: "Its author is told." }) reason?: string,
  ) {
    return setPostApproval(ctx, { postId: parseId(postId, "postId"), approval, reason });
  }

  @Mutation(() => Thread, {
    description:
      "For the author of the thread and moderators: accepts a reply as its answer, or takes that back.",
  })
  setSolution(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "A reply with a number, not a comment." }) postId: string,
    @Arg("accepted", () => Boolean) accepted: boolean,
  ) {
    return setSolution(ctx, { postId: parseId(postId, "postId"), accepted });
  }

  @Mutation(() => Post)
  setPostLiked(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID) postId: string,
    @Arg("liked", () => Boolean) liked: boolean,
  ) {
    return setPostLiked(ctx, { postId: parseId(postId, "postId"), liked });
  }
}

/** The replies of a thread, as a field of the thread. */
@Resolver(() => Thread)
export class ThreadPostsResolver {
  @FieldResolver(() => PostConnection, {
    description: "Replies; `fromNumber` opens any page of a long thread.",
  })
  async posts(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() thread: Thread,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | undefined,
    @Arg("fromNumber", () => Int, { nullable: true }) fromNumber: number | undefined,
    @Arg("sort", () => PostSort, { defaultValue: PostSort.OLDEST }) sort: PostSort,
  ) {
    const page = await listPosts(ctx, thread, { first, after, fromNumber, sort });
    await preloadPostNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }
}
