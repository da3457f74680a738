import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { readPageMarks } from "./pageMarks.service.ts";
import { PageMarks } from "./pageMarks.view.ts";

/** GraphQL's way to what of a page is the viewer's own, for pages that members share. */
@Resolver()
export class PageMarksResolver {
  @Query(() => PageMarks, {
    description: "What a page shows, by id: at most 40 threads, 100 replies and 10 categories.",
  })
  pageMarks(
    @Ctx() ctx: Context,
    @Arg("threadIds", () => [ID], { defaultValue: [], description: "Of threads." }) threadIds: string[],
    @Arg("postIds", () => [ID], { defaultValue: [], description: "Of replies and comments." })
    postIds: string[],
    @Arg("categoryIds", () => [ID], { defaultValue: [], description: "Of categories." })
    categoryIds: string[],
  ) {
    return readPageMarks(ctx, { threadIds, postIds, categoryIds });
  }
}
