import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { listFruitless } from "./fruitless.service.ts";
import { FruitlessSearchText } from "./fruitlessSearch.view.ts";

/** GraphQL's view of searches that found nothing. */
@Resolver()
export class FruitlessResolver {
  @Query(() => [FruitlessSearchText], {
    description:
      "What at least three people searched for in the last 30 days without finding anything, the most frequent first, at most 100; nobody knows who. For administrators.",
  })
  fruitlessSearches(@Ctx() ctx: Context) {
    return listFruitless(ctx);
  }
}
