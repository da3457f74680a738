import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseOptionalId } from "../../../core/ids.ts";
import { User } from "../../users/user.entity.ts";
import { mentionCandidates } from "./mention.service.ts";

/** GraphQL's view of whom a text may mention. */
@Resolver()
export class MentionResolver {
  @Query(() => [User], {
    description: "Members whose nickname begins so; who takes part in the thread comes first.",
  })
  mentionCandidates(
    @Ctx() ctx: Context,
    @Arg("prefix", () => String, { description: "What was typed behind the `@`." }) prefix: string,
    @Arg("threadId", () => ID, {
      nullable: true,
      description: "The thread that is answered: who wrote in it comes first.",
    })
    threadId?: string,
  ) {
    return mentionCandidates(ctx, prefix, parseOptionalId(threadId, "threadId"));
  }
}
