import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { readUpgradeTerms } from "./offer.service.ts";
import { UpgradeTerms } from "./upgrade.view.ts";

/** GraphQL's view of buying groups. */
@Resolver()
export class UpgradeResolver {
  @Query(() => UpgradeTerms, {
    description: "Groups that are for sale, and how the viewer stands with them.",
  })
  upgradeTerms(@Ctx() ctx: Context) {
    return readUpgradeTerms(ctx);
  }
}
