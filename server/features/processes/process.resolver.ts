import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { getProcessOverview } from "./process.service.ts";
import { ProcessOverview } from "./process.view.ts";

/** GraphQL query of the processes that serve the forum. */
@Resolver()
export class ProcessResolver {
  @Query(() => ProcessOverview)
  processOverview(@Ctx() ctx: Context): Promise<ProcessOverview> {
    return getProcessOverview(ctx);
  }
}
