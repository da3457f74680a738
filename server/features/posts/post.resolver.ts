import type { GraphQLResolveInfo } from "graphql";
import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { fieldsBelow } from "../../core/selection.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { preloadPostNeighbours } from "./lists/neighbour.service.ts";
import { Post } from "./post.entity.ts";
import { EditPostInput, PostSort, ReplyToThreadInput } from "./post.input.ts";
import { listForumPosts } from "./lists/forumPosts.service.ts";
import { listPosts } from "./lists/post.list.service.ts";
import { deletePost, restorePost, setPostApproval } from "./moderation/post.moderation.service.ts";
import { setSolution } from "./moderation/solution.service.ts";
import { setPostLiked } from "./reactions/post.reaction.service.ts";
import { editPost, getPost, replyToThread } from "./post.service.ts";
import { PostConnection } from "./post.view.ts";
import { mayReplyAt } from "./slowMode.service.ts";

/** GraphQL's view of replies and comments. Only translates: every rule lives in the service or the policy. */
@Resolver(() => Post)
export class PostResolver {
  @Query(() => Post, {
    nullable: true,
    description: "A reply or comment; NOT_FOUND where there is none that the viewer may see.",
  })
  async post(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the reply or comment." }) id: string,
  ) {
    return (await getPost(ctx, parseId(id))).post;
  }

  @Query(() => PostConnection, {
    description:
      "Replies and comments of the whole forum that the viewer reads, oldest first. What is edited, moved or deleted is in `changes`.",
  })
  async posts(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Replies of a page, 1 to 100." })
    first: number,
    @Arg("after", () => String, { nullable: true, description: "Cursor of the last one that was read." })
    after: string | undefined,
    @Arg("since", () => GraphQLISODateTime, {
      nullable: true,
      description: "Those alone that were written at or after this time.",
    })
    since: Date | undefined,
    @Arg("updatedSince", () => GraphQLISODateTime, {
      nullable: true,
      description: "Those alone that were written, edited, moved or restored at or after this time.",
    })
    updatedSince: Date | undefined,
    @Arg("categoryId", () => ID, { nullable: true, description: "In this category and those below it." })
    categoryId: string | undefined,
  ) {
    const request = {
      first,
      after,
      since,
      updatedSince,
      categoryId: parseOptionalId(categoryId, "categoryId"),
    };
    const page = await listForumPosts(ctx, request);
    await preloadPostNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }

  @Mutation(() => Post, { description: "Writes a reply, or a comment on one." })
  replyToThread(
    @Ctx() ctx: Context,
    @Arg("input", () => ReplyToThreadInput, { description: "All that is written, in one object." })
    input: ReplyToThreadInput,
  ) {
    return replyToThread(ctx, input);
  }

  @Mutation(() => Post, { description: "Changes a reply or comment; the version before is kept." })
  editPost(
    @Ctx() ctx: Context,
    @Arg("input", () => EditPostInput, { description: "All that is written, in one object." })
    input: EditPostInput,
  ) {
    return editPost(ctx, input);
  }

  @Mutation(() => Post, { description: "Deletes it so that it can be restored; its number stays taken." })
  deletePost(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "Id of the reply or comment." }) postId: string,
    @Arg("reason", () => String, { nullable: true, description: "Its author is told." }) reason?: string,
  ) {
    return deletePost(ctx, { postId: parseId(postId, "postId"), reason });
  }

  @Mutation(() => Post, { description: "Brings a deleted reply or comment back." })
  restorePost(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "Id of the reply or comment." }) postId: string,
  ) {
    return restorePost(ctx, parseId(postId, "postId"));
  }

  @Mutation(() => Post, { description: "Decides whether others see a reply or comment; for moderators." })
  setPostApproval(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "Id of the reply or comment." }) postId: string,
    @Arg("approval", () => ApprovalState, { description: "The new state." }) approval: ApprovalState,
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
    @Arg("accepted", () => Boolean, { description: "False takes the acceptance back." }) accepted: boolean,
  ) {
    return setSolution(ctx, { postId: parseId(postId, "postId"), accepted });
  }

  @Mutation(() => Post, { description: "Likes a reply or comment, or ends that." })
  setPostLiked(
    @Ctx() ctx: Context,
    @Arg("postId", () => ID, { description: "Id of the reply or comment." }) postId: string,
    @Arg("liked", () => Boolean, { description: "True likes it, false ends that." }) liked: boolean,
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
    @Arg("fromNumber", () => Int, {
      nullable: true,
      description: "Begins the page at the reply with this number, in place of `after`.",
    })
    fromNumber: number | undefined,
    @Arg("sort", () => PostSort, { defaultValue: PostSort.OLDEST, description: "Order of the replies." })
    sort: PostSort,
  ) {
    const page = await listPosts(ctx, thread, { first, after, fromNumber, sort });
    await preloadPostNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the viewer's pause between two replies to it is over; null if they need not wait.",
  })
  viewerMayReplyAt(@Ctx() ctx: Context, @Root() thread: Thread) {
    return mayReplyAt(ctx, thread);
  }
}
