import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { siteHealth } from "./health.service.ts";
import { launchSteps } from "./launch.service.ts";
import { LaunchStep, SiteHealth } from "./owner.view.ts";

/** GraphQL queries for who runs the site. */
@Resolver()
export class OwnerResolver {
  @Query(() => [LaunchStep], { description: "Steps before a forum is open; for administrators." })
  launchSteps(@Ctx() ctx: Context) {
    return launchSteps(ctx);
  }

  @Query(() => SiteHealth, { description: "State of what the program runs on; for administrators." })
  siteHealth(@Ctx() ctx: Context) {
    return siteHealth(ctx);
  }
}
