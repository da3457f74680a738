import { Max, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";
import { SearchFilter } from "../results/search.input.ts";
import { SAVED_NAME_MAX } from "./savedSearch.entity.ts";

/** Longest span of time that a search is limited to, in days. */
const WITHIN_MAX = 3_660;

/** A search to save. */
@InputType("SaveSearchInput", {
  description: "A search as it is to be saved; an equal one is changed instead.",
})
export class SaveSearchInput {
  @Field(() => String, { description: "Words and operators, as `search` takes them." })
  query!: string;

  @Field(() => SearchFilter, { nullable: true, description: "The filter of the search." })
  filter?: SearchFilter | null;

  @Field(() => Int, { nullable: true, description: "Only what is so many days old; null for all." })
  @Min(1)
  @Max(WITHIN_MAX)
  withinDays?: number | null;

  @Field(() => String, { nullable: true, description: "Its name; the query without one." })
  @MaxCharacters(SAVED_NAME_MAX)
  name?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: "Whether new results raise a notification." })
  notifies!: boolean;
}

/** Changes of a saved search. */
@InputType("UpdateSavedSearchInput", { description: "Changes of a saved search; what is absent stays." })
export class UpdateSavedSearchInput {
  @Field(() => ID, { description: "Id of the saved search." })
  id!: string;

  @Field(() => String, { nullable: true, description: "Another name." })
  @MaxCharacters(SAVED_NAME_MAX)
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether new results raise a notification." })
  notifies?: boolean | null;
}
