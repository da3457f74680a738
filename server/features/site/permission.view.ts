import { Field, ObjectType } from "type-graphql";

/** A permission that somebody has or lacks, with the reason. */
@ObjectType("PermissionAnswer", {
  simpleResolvers: true,
  description: "Why somebody may or may not do something.",
})
export class PermissionAnswer {
  @Field(() => String, { description: "Key of the permission." })
  permission!: string;

  @Field(() => Boolean, { description: "Whether the viewer has it." })
  allowed!: boolean;

  @Field(() => String, { description: "In the language of the viewer." })
  reason!: string;
}
