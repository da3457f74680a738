import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { User } from "../users/user.entity.ts";
import { readMemberActivity } from "./memberActivity.service.ts";
import { ActivityDay } from "./memberActivity.view.ts";

/** Activity of members, for their profiles. */
@Resolver(() => User)
export class MemberActivityResolver {
  @FieldResolver(() => [ActivityDay], {
    description: "Days of a year on which the member wrote something, oldest first.",
  })
  activity(
    @Ctx() ctx: Context,
    @Root() { id }: User,
    @Arg("year", () => Int, { nullable: true, description: "The present one unless given." }) year?: number,
  ) {
    return readMemberActivity(ctx, id, year ?? undefined);
  }
}
