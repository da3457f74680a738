import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { getProcessOverview } from "./process.service.ts";
import { ProcessOverview } from "./process.view.ts";

/** GraphQL query of the processes that serve the forum. */
@Resolver()
export class ProcessResolver {
  @Query(() => ProcessOverview, { description: "The processes that serve this forum; for administrators." })
  processOverview(@Ctx() ctx: Context): Promise<ProcessOverview> {
    return getProcessOverview(ctx);
  }
}
