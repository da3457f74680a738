import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { User } from "../../users/user.entity.ts";
import { ModerationBatch } from "./batch.entity.ts";
import { SilenceUserInput } from "./silence.input.ts";
import { canLiftSilence, liftSilence, silenceUser } from "./silence.service.ts";

/** GraphQL's view of silences. Only translates: rules live in the service. */
@Resolver(() => User)
export class SilenceResolver {
  @Mutation(() => ModerationBatch, {
    description:
      "For moderators: keeps a member from publishing, for a time or for good; `undoModeration` takes it back. " +
      "The member reads, votes, likes and pays, and writes private messages to staff only.",
  })
  silenceUser(
    @Ctx() ctx: Context,
    @Arg("input", () => SilenceUserInput, { description: "All that is written, in one object." })
    input: SilenceUserInput,
  ) {
    return silenceUser(ctx, input);
  }

  @Mutation(() => User, { description: "For moderators: ends the silence of a member." })
  liftSilence(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "Id of the member." }) userId: string,
  ) {
    return liftSilence(ctx, parseId(userId, "userId"));
  }

  @FieldResolver(() => Boolean, {
    description: "True if the viewer may silence the member, or end their silence.",
  })
  viewerCanSilence(@Ctx() ctx: Context, @Root() user: User) {
    return canLiftSilence(ctx, user.id);
  }
}
