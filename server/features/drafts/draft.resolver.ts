import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Position } from "../threads/thread.entity.ts";
import { Draft } from "./draft.entity.ts";
import { SaveDraftInput } from "./draft.input.ts";
import { DraftGifts } from "./draftGifts.input.ts";
import {
  deleteDraft,
  filesOfDraft,
  findDraft,
  giftsOfDraft,
  listDrafts,
  positionOfDraft,
  saveDraft,
} from "./draft.service.ts";
import { DraftProblem } from "./draft.view.ts";
import { problemOfDraft } from "./scheduledDraft.service.ts";

/** GraphQL queries and mutations of drafts. */
@Resolver(() => Draft)
export class DraftResolver {
  @Query(() => [Draft], { description: "Drafts of the viewer, saved last first." })
  drafts(@Ctx() ctx: Context) {
    return listDrafts(ctx);
  }

  @Query(() => Draft, { nullable: true, description: "A draft of the viewer; null if there is none." })
  draft(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { nullable: true, description: "Gives the draft with this id." }) id?: string,
    @Arg("threadId", () => ID, { nullable: true, description: "Gives the draft of a reply to this thread." })
    threadId?: string,
  ) {
    return findDraft(ctx, { id: parseOptionalId(id), threadId: parseOptionalId(threadId, "threadId") });
  }

  @FieldResolver(() => [Attachment], { description: "Its uploads that still exist and nothing else holds." })
  attachments(@Ctx() ctx: Context, @Root() draft: Draft) {
    return filesOfDraft(ctx, draft);
  }

  @FieldResolver(() => DraftGifts, {
    description: "Money and poll that the thread is to come with, as they are typed.",
  })
  gifts(@Root() draft: Draft) {
    return giftsOfDraft(draft);
  }

  @FieldResolver(() => Position, { nullable: true, description: "The place that the thread is to name." })
  position(@Root() draft: Draft) {
    return positionOfDraft(draft);
  }

  @FieldResolver(() => DraftProblem, {
    nullable: true,
    description: "Why it was not published at its time; null if it was not refused.",
  })
  problem(@Ctx() ctx: Context, @Root() draft: Draft) {
    return problemOfDraft(ctx, draft);
  }

  @Mutation(() => Draft, { description: "Writes a draft, a new one without `id`." })
  saveDraft(
    @Ctx() ctx: Context,
    @Arg("input", () => SaveDraftInput, { description: "All that is written, in one object." })
    input: SaveDraftInput,
  ) {
    return saveDraft(ctx, input);
  }

  @Mutation(() => Boolean, { description: "Deletes a draft of the viewer; true if there was one." })
  deleteDraft(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "Id of the draft." }) id: string) {
    return deleteDraft(ctx, parseId(id));
  }
}
