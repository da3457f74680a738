import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { chain, load } from "../../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { Post } from "../../posts/post.entity.ts";
import { postById } from "../../posts/post.loaders.ts";
import { canSeePost } from "../../posts/post.policy.ts";
import { Report } from "../reports/report.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { claimOf, stopWordsOf } from "./claim.loaders.ts";
import { claimReviews } from "./claim.service.ts";
import { countReviews, listReviewQueue } from "./queue.service.ts";
import { DecideReviewInput, ReviewKind } from "./review.input.ts";
import { decideReview, undoReview } from "./review.service.ts";
import { ReviewCounts, ReviewItem, ReviewItemConnection } from "./review.view.ts";

/** GraphQL queries, mutations and fields of the queue. Only translates: rules live in the services. */
@Resolver(() => ReviewItem)
export class ReviewResolver {
  @Query(() => ReviewItemConnection, {
    description:
      "What waits for the viewer: threads and replies oldest first, reports newest first; all kinds oldest first.",
  })
  reviewQueue(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("kind", () => ReviewKind, { nullable: true, description: "Everything without it." })
    kind?: ReviewKind,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listReviewQueue(ctx, { kind: kind ?? null, first, after });
  }

  @Query(() => ReviewCounts, { description: "What waits for the viewer to decide about, by kind." })
  reviewCounts(@Ctx() ctx: Context) {
    return countReviews(ctx);
  }

  @Mutation(() => [ID], {
    description:
      "Holds these for two minutes and frees earlier ones; answers which of them are the viewer's.",
  })
  claimReviews(
    @Ctx() ctx: Context,
    @Arg("keys", () => [ID], { description: "Keys of items, from `reviews`." }) keys: string[],
  ) {
    return claimReviews(ctx, keys);
  }

  @Mutation(() => Boolean, { description: "Decides about an item of the queue; true when done." })
  decideReview(
    @Ctx() ctx: Context,
    @Arg("input", () => DecideReviewInput, { description: "All that is written, in one object." })
    input: DecideReviewInput,
  ) {
    return decideReview(ctx, input);
  }

  @Mutation(() => Boolean, { description: "Puts what was decided back into the queue." })
  undoReview(
    @Ctx() ctx: Context,
    @Arg("key", () => ID, { description: "Key of the item that was decided about." }) key: string,
    @Arg("unban", () => Boolean, {
      defaultValue: false,
      description: "Also lets back in whom the decision banned; for administrators.",
    })
    unban: boolean = false,
  ) {
    return undoReview(ctx, { key, unban });
  }

  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The thread, or that of the reply; null if it is about neither.",
  })
  thread(@Ctx() ctx: Context, @Root() { threadId }: ReviewItem) {
    if (threadId === null) return null;
    return chain(load(ctx, threadById, threadId), (thread) =>
      thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null,
    );
  }

  @FieldResolver(() => Post, { nullable: true, description: "The reply or comment; null for all else." })
  async post(@Ctx() ctx: Context, @Root() { threadId, postId }: ReviewItem) {
    if (postId === null || threadId === null) return null;
    const [thread, post] = await Promise.all([load(ctx, threadById, threadId), load(ctx, postById, postId)]);
    return thread && post && canSeePost(ctx.viewer, thread, post).allowed ? post : null;
  }

  @FieldResolver(() => Report, { nullable: true, description: "Null for all but reports." })
  report(@Root() item: ReviewItem) {
    return item.reported;
  }

  @FieldResolver(() => [String], {
    description: "Stop words because of which it waits; empty for other reasons.",
  })
  stopWords(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, stopWordsOf, item.key), (words) => words ?? []);
  }

  @FieldResolver(() => User, { nullable: true, description: "Another moderator who is at it." })
  claimedBy(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, claimOf, item.key), (claim) =>
      claim && claim.userId !== ctx.viewer.id ? load(ctx, userById, claim.userId) : null,
    );
  }

  @FieldResolver(() => GraphQLISODateTime, { nullable: true, description: "When it is free again." })
  claimedUntil(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, claimOf, item.key), (claim) =>
      claim && claim.userId !== ctx.viewer.id ? claim.expiresAt : null,
    );
  }
}
