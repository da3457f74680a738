import { Field, ID, Int, ObjectType } from "type-graphql";

/** A place in a thread. */
@ObjectType("PostPlace", { simpleResolvers: true, description: "A place in a thread." })
export class PostPlace {
  @Field(() => ID, { description: "Id of the thread that it is in." })
  threadId!: number;

  @Field(() => Int, { description: "Of the reply; 0 for the thread's own text." })
  number!: number;
}
