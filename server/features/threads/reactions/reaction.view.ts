import { Field, Int, ObjectType } from "type-graphql";
import { User } from "../../users/user.entity.ts";

/** Reactions of one kind to a thread or reply. */
@ObjectType("ReactionCount", { simpleResolvers: true, description: "Reactions of one kind." })
export class ReactionCount {
  @Field(() => String, { description: "The emoji itself." })
  emoji!: string;

  @Field(() => Int, { description: "Members who reacted with it." })
  count!: number;
}

/** Somebody who liked a thread or reply. */
@ObjectType("Reactor", {
  simpleResolvers: true,
  description: "Somebody who liked it, or reacted in another way.",
})
export class Reactor {
  @Field(() => User, { description: "Who reacted." })
  user!: User;

  @Field(() => String, { description: "The emoji; empty for the like." })
  emoji!: string;
}
