import { Field, ID, InputType, registerEnumType } from "type-graphql";

/** What waits for moderators. */
export enum ReviewKind {
  THREAD = "THREAD",
  POST = "POST",
  REPORT = "REPORT",
}
registerEnumType(ReviewKind, { name: "ReviewKind" });

/** What a moderator decides. */
export enum ReviewDecision {
  /** It appears; what was reported stays. */
  APPROVE = "APPROVE",
  /** It does not appear, and only its author sees it. */
  REFUSE = "REFUSE",
  /** It goes to the recycle bin; a report was right. */
  DELETE = "DELETE",
}
registerEnumType(ReviewDecision, {
  name: "ReviewDecision",
  valuesConfig: {
    APPROVE: { description: "It appears; what was reported stays." },
    REFUSE: { description: "It does not appear. Not for reports." },
    DELETE: { description: "It goes to the recycle bin; a report was right." },
  },
});

/** A decision about one thing that waits. */
@InputType("DecideReviewInput")
export class DecideReviewInput {
  @Field(() => ID, { description: "The key of the item." })
  key!: string;

  @Field(() => ReviewDecision)
  decision!: ReviewDecision;

  @Field(() => String, {
    defaultValue: "",
    description: "For the author and the log; at most 200 characters.",
  })
  reason: string = "";

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Also bans the author, or the reported member, for the same reason; for administrators.",
  })
  ban: boolean = false;
}
