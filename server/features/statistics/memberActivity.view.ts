import { Field, Int, ObjectType } from "type-graphql";

/** A day on which a member wrote something. */
@ObjectType("ActivityDay", { simpleResolvers: true, description: "A day on which a member wrote something." })
export class ActivityDay {
  @Field(() => String, { description: "As YYYY-MM-DD, in the time zone of the site." })
  day!: string;

  @Field(() => Int, { description: "Threads under the own name that the viewer may read." })
  threads!: number;

  @Field(() => Int, { description: "Replies and comments under the own name that the viewer may read." })
  posts!: number;
}
