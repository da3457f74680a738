import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../core/paging.ts";

/** An option of a poll as its readers see it. */
@ObjectType("PollOption", { simpleResolvers: true, description: "An option of a poll." })
export class CountedOption {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;

  @Field(() => String, { description: "Plain text." })
  text!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      "Votes for it, in a ranked poll those that prefer it to all others; null while the results are hidden from the viewer.",
  })
  voteCount!: number | null;
}

/** A count of an instant runoff. */
@ObjectType("PollRound", {
  simpleResolvers: true,
  description: "A count of an instant runoff: each vote counts for the first of its options that is left.",
})
export class PollRound {
  @Field(() => [ID], { description: "Options that are left, in the order of the poll." })
  optionIds!: number[];

  @Field(() => [Int], { description: "Their votes, in the same order." })
  voteCounts!: number[];

  @Field(() => [ID], { description: "Options with the fewest votes, which leave; none in the last count." })
  eliminatedIds!: number[];
}

/** A member who voted in a poll that is not secret. */
@ObjectType("PollVoter", {
  simpleResolvers: true,
  description: "A member who voted in a poll that is not secret.",
})
export class PollVoter {
  userId!: number;

  @Field(() => [ID], { description: "What they voted for, in a ranked poll the preferred first." })
  optionIds!: number[];

  @Field(() => GraphQLISODateTime, { description: "When they voted, or changed their vote last." })
  votedAt!: Date;
}

/** A page of voters. */
export const PollVoterConnection = connectionType("PollVoter", () => PollVoter);
