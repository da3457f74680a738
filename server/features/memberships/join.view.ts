import { Field, GraphQLISODateTime, Int, ObjectType } from "type-graphql";
import { Cents } from "../../core/money.ts";

/** Terms of joining a paid site, and how the viewer stands with it. */
@ObjectType("JoinTerms", {
  simpleResolvers: true,
  description: "Terms of joining a paid site, and how the viewer stands with it.",
})
export class JoinTerms {
  @Field(() => Cents, {
    nullable: true,
    description: "Price of joining, in cents; null while none is set, so that nobody can join.",
  })
  priceCents!: number | null;

  @Field(() => Int, { nullable: true, description: "Days that a payment lasts; null for good." })
  days!: number | null;

  @Field({ description: "True if groups are for sale: who is in one need not join." })
  offersGroups!: boolean;

  @Field({ description: "True if what the site holds is closed to the viewer until they join." })
  viewerMustJoin!: boolean;

  @Field({ description: "True if the viewer has paid for a time that ends, and may add to it." })
  viewerCanRenew!: boolean;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of all that the viewer has paid for, past or to come; null for none.",
  })
  viewerEndsAt!: Date | null;
}
