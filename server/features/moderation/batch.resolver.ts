import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { ModerationBatch } from "./batch.entity.ts";
import { ModerateThreadsInput } from "./batch.input.ts";
import { listBatches, moderateThreads, undoModeration } from "./batch.service.ts";

/** Batches by pages. */
export const ModerationBatchConnection = connectionType("ModerationBatch", () => ModerationBatch);

/** GraphQL's view of what is done to several threads at once. */
@Resolver()
export class ModerationResolver {
  @Query(() => ModerationBatchConnection)
  moderationBatches(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listBatches(ctx, { first, after });
  }

  @Mutation(() => ModerationBatch)
  moderateThreads(
    @Ctx() ctx: Context,
    @Arg("input", () => ModerateThreadsInput) input: ModerateThreadsInput,
  ) {
    return moderateThreads(ctx, input);
  }

  @Mutation(() => ModerationBatch)
  undoModeration(@Ctx() ctx: Context, @Arg("batchId", () => ID) batchId: string) {
    return undoModeration(ctx, parseId(batchId, "batchId"));
  }
}
