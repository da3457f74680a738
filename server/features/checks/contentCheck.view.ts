import { Field, Int, ObjectType } from "type-graphql";
import { CheckLabel, CheckService, CheckState, CheckVerdict } from "./contentCheck.entity.ts";

/** Something that a service found. */
@ObjectType("ContentCheckFinding", {
  simpleResolvers: true,
  description: "Something that an outside service found in a text or its pictures.",
})
export class CheckFindingView {
  @Field(() => CheckLabel, { description: "Its subject." })
  label!: CheckLabel;
  @Field(() => String, { description: "The service's own name of it; may be empty." })
  detail!: string;
  @Field(() => Int, { description: "Certainty, 0 to 100." })
  score!: number;
  @Field(() => [String], { description: "Words that it is about, at most five." })
  words!: readonly string[];
  @Field(() => Boolean, { description: "True if it is about a picture." })
  isPicture!: boolean;
}

/** The check of a text, for moderators. */
@ObjectType("ContentCheck", {
  simpleResolvers: true,
  description: "The check of a text and its pictures by an outside service; for moderators.",
})
export class ContentCheckView {
  @Field(() => CheckState, { description: "Its stage." })
  state!: CheckState;
  @Field(() => CheckService, { nullable: true, description: "The service that answered; null before." })
  service!: CheckService | null;
  @Field(() => CheckVerdict, { nullable: true, description: "Its last answer; null before." })
  verdict!: CheckVerdict | null;
  @Field(() => [CheckFindingView], { description: "What it found, the most certain first." })
  findings!: readonly CheckFindingView[];
}

/** Result of trying the service with a sample. */
@ObjectType("ContentCheckTrial", {
  simpleResolvers: true,
  description: "Answer of the outside service about a sample.",
})
export class ContentCheckTrial {
  @Field(() => CheckService, {
    nullable: true,
    description: "The service that was called; null if none is set up.",
  })
  service!: CheckService | null;
  @Field(() => CheckVerdict, { nullable: true, description: "Null if it did not answer." })
  verdict!: CheckVerdict | null;
  @Field(() => [CheckFindingView], { description: "What it found, the most certain first." })
  findings!: readonly CheckFindingView[];
  @Field(() => String, {
    description:
      "Code of the failure: NOT_CONFIGURED, NO_ANSWER, BAD_ANSWER, or that of the service; empty for an answer.",
  })
  problem!: string;
  @Field(() => Int, { description: "Duration of the call, in milliseconds." })
  durationMs!: number;
}
