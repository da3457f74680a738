import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { readJoinTerms } from "./join.service.ts";
import { JoinTerms } from "./join.view.ts";

/** GraphQL's view of joining a paid site. */
@Resolver()
export class JoinResolver {
  @Query(() => JoinTerms, {
    nullable: true,
    description: "Terms of joining the site; null while everybody may read and register for nothing.",
  })
  joinTerms(@Ctx() ctx: Context) {
    return readJoinTerms(ctx);
  }
}
