import { Field, ID, InputType, registerEnumType } from "type-graphql";

/** Kinds of items in the queue. */
export enum ReviewKind {
  THREAD = "THREAD",
  POST = "POST",
  REPORT = "REPORT",
}
registerEnumType(ReviewKind, {
  name: "ReviewKind",
  description: "What moderators decide about.",
  valuesConfig: {
    THREAD: { description: "A thread that waits for approval." },
    POST: { description: "A reply or comment that waits for approval." },
    REPORT: { description: "Open reports of one thing." },
  },
});

/** Decisions of moderators. */
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
  description: "Decisions about an item of the review queue.",
  valuesConfig: {
    APPROVE: { description: "It appears; what was reported stays." },
    REFUSE: { description: "It does not appear. Not for reports." },
    DELETE: { description: "It goes to the recycle bin; a report was right." },
  },
});

/** A decision about one item of the queue. */
@InputType("DecideReviewInput", { description: "A decision about an item of the review queue." })
export class DecideReviewInput {
  @Field(() => ID, { description: "The key of the item." })
  key!: string;

  @Field(() => ReviewDecision, { description: "What is decided." })
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
