import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import type { Report } from "../reports/report.entity.ts";
import { ReviewKind } from "./review.input.ts";

/** An item of the queue. */
@ObjectType("ReviewItem", { simpleResolvers: true, description: "Something that waits for a decision." })
export class ReviewItem {
  @Field(() => ID, { description: "A letter for the kind and the id, such as t5." })
  key!: string;
  @Field(() => ReviewKind, { description: "What is to be decided about." })
  kind!: ReviewKind;
  /** The thread, that of the reply, or that of what is reported. */
  threadId!: number | null;
  postId!: number | null;
  /** Null except for reports. */
  reported!: Report | null;
  @Field(() => GraphQLISODateTime, { description: "Since when it waits." })
  createdAt!: Date;
}

/** Pages of items. */
export const ReviewItemConnection = connectionType("ReviewItem", () => ReviewItem);

/** Numbers of items that wait for the viewer; each stops at 1000. */
@ObjectType("ReviewCounts", { simpleResolvers: true, description: "What waits; each number stops at 1000." })
export class ReviewCounts {
  @Field(() => Int, { description: "Threads that wait for approval." })
  threads!: number;
  @Field(() => Int, { description: "Replies and comments that wait for approval." })
  posts!: number;
  @Field(() => Int, { description: "Open reports." })
  reports!: number;
  @Field(() => Int, { description: "Registrations; 0 for all but administrators." })
  members!: number;
}
