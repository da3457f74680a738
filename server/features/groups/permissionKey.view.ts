import { Field, ObjectType } from "type-graphql";

/** Something that groups may be granted. */
@ObjectType("PermissionKey", { simpleResolvers: true, description: "Something that groups may be granted." })
export class PermissionKeyView {
  @Field(() => String, {
    description: "Name of the permission; with `switch.` or a category's number where it applies to one.",
  })
  key!: string;
  @Field(() => Boolean, {
    description: "The site has what it is about. Otherwise it has no effect and is not granted anew.",
  })
  isOffered!: boolean;
  @Field(() => Boolean, { description: "It may be granted to visitors." })
  isForVisitors!: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Name of what a plugin is used for, in the language of the viewer; null for all other keys.",
  })
  label!: string | null;
}
