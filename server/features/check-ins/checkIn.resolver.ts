import { Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { checkIn, readCheckIns } from "./checkIn.service.ts";
import { CheckInState } from "./checkIn.view.ts";

/** GraphQL's view of check-ins. */
@Resolver()
export class CheckInResolver {
  @Query(() => CheckInState, { nullable: true, description: "The viewer's check-ins; null for visitors." })
  checkInState(@Ctx() ctx: Context) {
    return readCheckIns(ctx);
  }

  @Mutation(() => CheckInState, {
    description: "Checks the viewer in for today, in the time zone of the site; once a day.",
  })
  checkIn(@Ctx() ctx: Context) {
    return checkIn(ctx, undefined);
  }
}
