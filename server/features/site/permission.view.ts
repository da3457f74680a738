import { Field, ObjectType } from "type-graphql";

/** Why somebody may or may not do something. */
@ObjectType("PermissionAnswer", {
  simpleResolvers: true,
  description: "Why somebody may or may not do something.",
})
export class PermissionAnswer {
  @Field(() => String)
  permission!: string;

  @Field(() => Boolean)
  allowed!: boolean;

  @Field(() => String, { description: "In the language of the viewer." })
  reason!: string;
}
