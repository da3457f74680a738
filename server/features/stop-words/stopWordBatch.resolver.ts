import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { StopWordBatch } from "./stopWordBatch.entity.ts";
import { listStopWordBatches, undoStopWords } from "./stopWordBatch.service.ts";

/** Batches by pages. */
export const StopWordBatchConnection = connectionType("StopWordBatch", () => StopWordBatch);

/** GraphQL's view of what is done to several stop words at once. */
@Resolver()
export class StopWordBatchResolver {
  @Query(() => StopWordBatchConnection, { description: "Imports and deletions, newest first." })
  stopWordBatches(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listStopWordBatches(ctx, { first, after });
  }

  @Mutation(() => StopWordBatch, { description: "Takes a batch back, where nobody changed the words since." })
  undoStopWords(
    @Ctx() ctx: Context,
    @Arg("batchId", () => ID, { description: "Id of the batch that is taken back." }) batchId: string,
  ) {
    return undoStopWords(ctx, parseId(batchId, "batchId"));
  }
}
