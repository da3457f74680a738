import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import type { Report } from "../reports/report.entity.ts";
import { ReviewKind } from "./review.input.ts";

/** Something that waits for a decision. */
@ObjectType("ReviewItem", { simpleResolvers: true, description: "Something that waits for a decision." })
export class ReviewItem {
  @Field(() => ID, { description: "A letter for the kind and the id, such as t5." })
  key!: string;
  @Field(() => ReviewKind)
  kind!: ReviewKind;
  /** The thread, that of the reply, or that of what is reported. */
  threadId!: number | null;
  postId!: number | null;
  /** Only for reports. */
  reported!: Report | null;
  @Field(() => GraphQLISODateTime, { description: "Since when it waits." })
  createdAt!: Date;
}

/** Items by pages. */
export const ReviewItemConnection = connectionType("ReviewItem", () => ReviewItem);

/** How much waits for the viewer; each number stops at 1000. */
@ObjectType("ReviewCounts", { simpleResolvers: true, description: "What waits; each number stops at 1000." })
export class ReviewCounts {
  @Field(() => Int)
  threads!: number;
  @Field(() => Int)
  posts!: number;
  @Field(() => Int)
  reports!: number;
  @Field(() => Int, { description: "Registrations; 0 for all but administrators." })
  members!: number;
}
