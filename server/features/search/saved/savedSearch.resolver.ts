import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { SearchFilter } from "../results/search.input.ts";
import { COUNTED_MAX } from "./check.service.ts";
import { filterOf } from "./savedFilter.ts";
import { SavedSearch } from "./savedSearch.entity.ts";
import { SaveSearchInput, UpdateSavedSearchInput } from "./savedSearch.input.ts";
import {
  deleteSavedSearch,
  listSavedSearches,
  openSavedSearch,
  saveSearch,
  updateSavedSearch,
} from "./savedSearch.service.ts";

/** GraphQL's view of saved searches. */
@Resolver(() => SavedSearch)
export class SavedSearchResolver {
  @Query(() => [SavedSearch], {
    description: "Searches that the viewer has saved, newest first, at most 30.",
  })
  mySavedSearches(@Ctx() ctx: Context) {
    return listSavedSearches(ctx);
  }

  @FieldResolver(() => SearchFilter, { description: "Its filter, as `search` takes it." })
  filter(@Root() search: SavedSearch) {
    return filterOf(search);
  }

  @FieldResolver(() => Int, {
    description: "New threads and replies since the viewer last opened it; 100 stands for all from 100.",
  })
  newCount(@Root() { newThreadCount, newReplyCount }: SavedSearch) {
    return Math.min(newThreadCount + newReplyCount, COUNTED_MAX);
  }

  @Mutation(() => SavedSearch, { description: "Saves a search; an equal one is changed instead." })
  saveSearch(
    @Ctx() ctx: Context,
    @Arg("input", () => SaveSearchInput, { description: "The search and its name." }) input: SaveSearchInput,
  ) {
    return saveSearch(ctx, input);
  }

  @Mutation(() => SavedSearch, { description: "Renames a saved search or switches its notifications." })
  updateSavedSearch(
    @Ctx() ctx: Context,
    @Arg("input", () => UpdateSavedSearchInput, { description: "The changes." })
    input: UpdateSavedSearchInput,
  ) {
    return updateSavedSearch(ctx, input);
  }

  @Mutation(() => Boolean, { description: "Deletes a saved search." })
  deleteSavedSearch(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the saved search." }) id: string,
  ) {
    return deleteSavedSearch(ctx, { id: parseId(id) });
  }

  @Mutation(() => SavedSearch, {
    description: "Notes that the viewer sees its results: none is new any more.",
  })
  openSavedSearch(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the saved search." }) id: string,
  ) {
    return openSavedSearch(ctx, { id: parseId(id) });
  }
}
