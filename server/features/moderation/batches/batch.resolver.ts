import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { connectionType } from "../../../core/paging.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { ModerationBatch } from "./batch.entity.ts";
import { ModerateThreadsInput } from "./batch.input.ts";
import { postsInBatch, threadIdsInBatch, threadsInBatch } from "./batch.loaders.ts";
import { listBatches, moderateThreads, undoModeration } from "./batch.service.ts";

/** Pages of batches. */
export const ModerationBatchConnection = connectionType("ModerationBatch", () => ModerationBatch);

/** GraphQL queries, mutations and fields of batches. */
@Resolver(() => ModerationBatch)
export class ModerationResolver {
  @Query(() => ModerationBatchConnection, {
    description: "What was done to several threads at once, newest first; for moderators.",
  })
  moderationBatches(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listBatches(ctx, { first, after });
  }

  @Mutation(() => ModerationBatch, {
    description: "Does one thing to several threads, in a batch that can be taken back.",
  })
  moderateThreads(
    @Ctx() ctx: Context,
    @Arg("input", () => ModerateThreadsInput, { description: "All that is written, in one object." })
    input: ModerateThreadsInput,
  ) {
    return moderateThreads(ctx, input);
  }

  @Mutation(() => ModerationBatch, { description: "Takes a batch back, where nobody changed things since." })
  undoModeration(
    @Ctx() ctx: Context,
    @Arg("batchId", () => ID, { description: "Id of the batch that is taken back." }) batchId: string,
  ) {
    return undoModeration(ctx, parseId(batchId, "batchId"));
  }

  @FieldResolver(() => User, { description: "Who did it." })
  actor(@Ctx() ctx: Context, @Root() batch: ModerationBatch) {
    return load(ctx, userById, batch.actorId);
  }

  @FieldResolver(() => User, { nullable: true, description: "Whom it banned; null for actions on threads." })
  user(@Ctx() ctx: Context, @Root() batch: ModerationBatch) {
    return batch.userId === null ? null : load(ctx, userById, batch.userId);
  }

  @FieldResolver(() => Int, { description: "Replies that it changed." })
  postCount(@Ctx() ctx: Context, @Root() batch: ModerationBatch) {
    return chain(load(ctx, postsInBatch, batch.id), (count) => count ?? 0);
  }

  @FieldResolver(() => Int, { description: "Threads that it changed." })
  threadCount(@Ctx() ctx: Context, @Root() batch: ModerationBatch) {
    return chain(load(ctx, threadsInBatch, batch.id), (count) => count ?? 0);
  }

  @FieldResolver(() => [ID], {
    description:
      "Ids of the threads that it changed: those that were named and are not here were so already.",
  })
  threadIds(@Ctx() ctx: Context, @Root() batch: ModerationBatch) {
    return chain(load(ctx, threadIdsInBatch, batch.id), (ids) => ids ?? []);
  }
}
