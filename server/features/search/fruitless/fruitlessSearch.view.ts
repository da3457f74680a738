import { Field, Int, ObjectType } from "type-graphql";

/** A text that was searched for without finding anything. */
@ObjectType("FruitlessSearchText", {
  simpleResolvers: true,
  description: "A text that was searched for without finding anything.",
})
export class FruitlessSearchText {
  @Field(() => String, {
    description: "As searches compare it: without case, accents and traditional forms.",
  })
  words!: string;

  @Field(() => Int, { description: "People who searched for it." })
  askerCount!: number;

  @Field(() => String, { description: "Last day on which somebody did, as YYYY-MM-DD in UTC." })
  lastDay!: string;
}
