import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { Draft } from "./draft.entity.ts";
import { SaveDraftInput } from "./draft.input.ts";
import { deleteDraft, findDraft, listDrafts, saveDraft } from "./draft.service.ts";

/** GraphQL's view of drafts. */
@Resolver(() => Draft)
export class DraftResolver {
  @Query(() => [Draft])
  drafts(@Ctx() ctx: Context) {
    return listDrafts(ctx);
  }

  @Query(() => Draft, { nullable: true })
  draft(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { nullable: true }) id?: string,
    @Arg("threadId", () => ID, { nullable: true }) threadId?: string,
  ) {
    return findDraft(ctx, { id: parseOptionalId(id), threadId: parseOptionalId(threadId, "threadId") });
  }

  @Mutation(() => Draft)
  saveDraft(@Ctx() ctx: Context, @Arg("input", () => SaveDraftInput) input: SaveDraftInput) {
    return saveDraft(ctx, input);
  }

  @Mutation(() => Boolean)
  deleteDraft(@Ctx() ctx: Context, @Arg("id", () => ID) id: string) {
    return deleteDraft(ctx, parseId(id));
  }
}
