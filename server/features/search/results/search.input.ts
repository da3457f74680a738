import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from "type-graphql";

/** The orders of search results. */
export enum SearchSort {
  RELEVANCE = "RELEVANCE",
  NEWEST = "NEWEST",
}
registerEnumType(SearchSort, {
  name: "SearchSort",
  description: "RELEVANCE puts threads whose title has the words before those that only mention them.",
  valuesConfig: {
    RELEVANCE: { description: "What fits best first." },
    NEWEST: { description: "What is newest first." },
  },
});

/** Narrows a search for threads and replies; what is absent, null or false narrows nothing. */
@InputType("SearchFilter", { description: "Narrows a search for threads and replies." })
@ObjectType("SavedSearchFilter", {
  simpleResolvers: true,
  description: "The filter of a saved search; what is null narrows nothing.",
})
export class SearchFilter {
  @Field(() => ID, { nullable: true, description: "In this category and those below it." })
  categoryId?: string | null;

  @Field(() => ID, { nullable: true, description: "By this member; what is anonymous is left out." })
  authorId?: string | null;

  @Field(() => ID, { nullable: true, description: "In this thread." })
  threadId?: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Written at or after this." })
  writtenFrom?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Written before this." })
  writtenBefore?: Date | null;

  @Field(() => Boolean, { nullable: true, description: "Only threads whose title has all the words." })
  titleOnly?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with pictures." })
  hasPicture?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with files to download." })
  hasFile?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with a poll." })
  hasPoll?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "In threads with a price, or with files that have one.",
  })
  isPaid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with a bounty." })
  hasBounty?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with a red packet." })
  hasRedPacket?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "In threads with an accepted answer." })
  solved?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: "With each of these: words in a row, none of them longer; at most 10.",
  })
  phrases?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "With none of these: words in a row, none of them longer; at most 10.",
  })
  without?: string[] | null;
}
