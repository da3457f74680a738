import { Field, Int, ObjectType } from "type-graphql";

/** Activity in one step of time. */
@ObjectType("StatisticsStep", { simpleResolvers: true, description: "What happened in one step of time." })
export class StatisticsStep {
  @Field(() => String, { description: "Its first day, YYYY-MM-DD in UTC." })
  from!: string;
  @Field(() => Int, { description: "Threads that appeared." })
  threads!: number;
  @Field(() => Int, { description: "Replies and comments that appeared." })
  posts!: number;
  @Field(() => Int, { description: "Members who came." })
  members!: number;
  @Field(() => Int, { description: "Members who were here, each counted once." })
  activeMembers!: number;
}
