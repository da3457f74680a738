import { Field, InputType, Int } from "type-graphql";

/** A report as a legacy client says it (legacy-facts 3.5). */
@InputType("LegacyReport")
export class LegacyReport {
  @Field(() => Int, { description: "0 about a member, 1 about a thread, 2 about a reply." })
  type!: number;
  @Field(() => Int, { nullable: true, description: "The member; clients send the reporter here otherwise." })
  userId?: number;
  @Field(() => Int, { nullable: true })
  threadId?: number;
  @Field(() => Int, { nullable: true })
  postId?: number;
  @Field(() => String)
  reason!: string;
}
