import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Draft } from "./draft.entity.ts";
import { SaveDraftInput } from "./draft.input.ts";
import { deleteDraft, filesOfDraft, findDraft, listDrafts, saveDraft } from "./draft.service.ts";

/** GraphQL queries and mutations of drafts. */
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

  @FieldResolver(() => [Attachment], { description: "Its uploads that still exist and nothing else holds." })
  attachments(@Ctx() ctx: Context, @Root() draft: Draft) {
    return filesOfDraft(ctx, draft);
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
