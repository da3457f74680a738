import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Info, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { fieldsBelow } from "../../../core/selection.ts";
import { preloadPostNeighbours } from "../../posts/lists/neighbour.service.ts";
import { preloadNeighbours } from "../../threads/lists/neighbour.service.ts";
import { SearchFilter, SearchSort } from "./search.input.ts";
import { countHits, search } from "./search.service.ts";
import { SearchConnection, SearchCounts, SearchKind, SearchPart } from "./search.view.ts";
import { listSearchParts } from "./understanding.service.ts";

const QUERY_TEXT = "Words in any language, and operators: see `SearchOperator`.";

/** GraphQL's view of search. Only translates: every rule lives in the service. */
@Resolver()
export class SearchResolver {
  @Query(() => SearchConnection, {
    description: "Only what the viewer may read; the newest first unless sorted otherwise.",
  })
  async search(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("query", () => String, { description: QUERY_TEXT }) query: string,
    @Arg("kind", () => SearchKind, {
      defaultValue: SearchKind.THREAD,
      description: "What is looked for; a list has hits of one kind.",
    })
    kind: SearchKind,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("sort", () => SearchSort, { defaultValue: SearchSort.NEWEST, description: "Order of the hits." })
    sort?: SearchSort,
    @Arg("filter", () => SearchFilter, {
      nullable: true,
      description: "Narrows the list; all that the viewer may see without it.",
    })
    filter?: SearchFilter,
  ) {
    const page = await search(ctx, { query, kind, first, after, sort, filter });
    const wanted = fieldsBelow(info);
    const threads = new Map(
      page.nodes.flatMap(({ thread }) => (thread ? [[thread.id, thread] as const] : [])),
    );
    await preloadNeighbours(ctx, [...threads.values()], wanted);
    await preloadPostNeighbours(
      ctx,
      page.nodes.flatMap(({ post }) => post ?? []),
      wanted,
    );
    return page;
  }

  @Query(() => SearchCounts, { description: "How much a search finds of each kind." })
  searchCounts(
    @Ctx() ctx: Context,
    @Arg("query", () => String, { description: QUERY_TEXT }) query: string,
    @Arg("filter", () => SearchFilter, {
      nullable: true,
      description: "Narrows the list; all that the viewer may see without it.",
    })
    filter?: SearchFilter,
  ) {
    return countHits(ctx, query, filter);
  }

  @Query(() => [SearchPart], { description: "How a search text is understood, in its order." })
  searchParts(@Ctx() ctx: Context, @Arg("query", () => String, { description: QUERY_TEXT }) query: string) {
    return listSearchParts(ctx, query);
  }
}
