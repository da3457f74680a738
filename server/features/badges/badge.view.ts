import { Field, GraphQLISODateTime, ObjectType } from "type-graphql";
import { Badge } from "./badge.entity.ts";

/** A badge that a member has earned. */
@ObjectType("EarnedBadge", { simpleResolvers: true, description: "A badge that a member has earned." })
export class EarnedBadge {
  @Field(() => Badge, { description: "The badge." })
  badge!: Badge;

  @Field(() => GraphQLISODateTime, { description: "When it was given." })
  awardedAt!: Date;
}
