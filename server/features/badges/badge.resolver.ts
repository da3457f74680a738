import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { User } from "../users/user.entity.ts";
import { Badge } from "./badge.entity.ts";
import { SaveBadgeInput } from "./badge.input.ts";
import { badgesByUser, holdersByBadge } from "./badge.loaders.ts";
import { listBadges, saveBadge } from "./badge.service.ts";
import { EarnedBadge } from "./badge.view.ts";

/** GraphQL's view of badges. */
@Resolver(() => Badge)
export class BadgeResolver {
  @Query(() => [Badge], { description: "All badges with their rules, for administrators." })
  badges(@Ctx() ctx: Context) {
    return listBadges(ctx);
  }

  @Mutation(() => Badge, {
    description: "Changes a badge. Who has it keeps it, and who has reached a lower threshold gets it.",
  })
  saveBadge(
    @Ctx() ctx: Context,
    @Arg("input", () => SaveBadgeInput, { description: "All that is written, in one object." })
    input: SaveBadgeInput,
  ) {
    return saveBadge(ctx, input);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Members who have it; only for administrators.",
  })
  async holderCount(@Ctx() ctx: Context, @Root() { id }: Badge) {
    return ctx.viewer.isAdmin ? ((await load(ctx, holdersByBadge, id)) ?? 0) : null;
  }
}

/** Badges of members. */
@Resolver(() => User)
export class UserBadgeResolver {
  @FieldResolver(() => [EarnedBadge], { description: "Badges that the member has earned, the newest first." })
  async badges(@Ctx() ctx: Context, @Root() { id }: User) {
    return (await load(ctx, badgesByUser, id)) ?? [];
  }
}
