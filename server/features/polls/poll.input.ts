import { ArrayMaxSize } from "class-validator";
import { Field, GraphQLISODateTime, ID, InputType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { OPTIONS_MAX, POLL_TITLE_MAX, PollKind, PollResultsVisible } from "./poll.entity.ts";

/** A poll for a thread. */
@InputType("PollInput", { description: "A poll for a thread." })
export class PollInput {
  @Field(() => String, {
    nullable: true,
    description: "Its question, at most 25 characters; nothing if the title of the thread asks it.",
  })
  @MaxCharacters(POLL_TITLE_MAX)
  title?: string | null;

  @Field(() => [String], {
    description: "2 to 20 different texts of at most 50 characters, in the order in which they are shown.",
  })
  @ArrayMaxSize(OPTIONS_MAX)
  options!: string[];

  @Field(() => PollKind, { defaultValue: PollKind.SINGLE, description: "What a vote says." })
  kind!: PollKind;

  @Field(() => Boolean, { defaultValue: false, description: "Nobody is to see who voted, staff included." })
  isSecret!: boolean;

  @Field(() => PollResultsVisible, {
    defaultValue: PollResultsVisible.ALWAYS,
    description: "From when the results are shown.",
  })
  resultsVisible!: PollResultsVisible;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When voting ends: in the future and at most a year from now; nothing for no end.",
  })
  endsAt?: Date | null;
}

/** A vote in a poll. */
@InputType("VoteInPollInput", { description: "A vote in a poll; it replaces the viewer's earlier one." })
export class VoteInPollInput {
  @Field(() => ID, { description: "The thread of the poll." })
  threadId!: string;

  @Field(() => [ID], {
    description: "The options, in a ranked poll the preferred first; none of them takes the vote back.",
  })
  @ArrayMaxSize(OPTIONS_MAX)
  optionIds!: string[];
}
