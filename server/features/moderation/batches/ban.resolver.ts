import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { User } from "../../users/user.entity.ts";
import { BanUserInput } from "./ban.input.ts";
import { banUser, countBannable } from "./ban.service.ts";
import { ModerationBatch } from "./batch.entity.ts";

/** GraphQL's view of bans. Only translates: rules live in the service. */
@Resolver(() => User)
export class BanResolver {
  @Mutation(() => ModerationBatch, {
    description:
      "For administrators: bans a member; `undoModeration` takes the ban and what it deleted back.",
  })
  banUser(
    @Ctx() ctx: Context,
    @Arg("input", () => BanUserInput, { description: "All that is written, in one object." })
    input: BanUserInput,
  ) {
    return banUser(ctx, input);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Threads and replies that a ban can delete with it, at most 500; for administrators.",
  })
  deletableCount(@Ctx() ctx: Context, @Root() user: User) {
    return ctx.viewer.isAdmin ? countBannable(ctx, user.id) : null;
  }
}
