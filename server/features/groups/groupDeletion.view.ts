import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";

/** Groups that were deleted together. */
@ObjectType("GroupDeletion", { simpleResolvers: true, description: "Groups that were deleted together." })
export class GroupDeletionView {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;
  @Field(() => ID, { description: "Id of the member who did it." })
  actorId!: number;
  @Field(() => [String], { description: "What the groups were called." })
  names!: string[];
  @Field(() => Int, { description: "Members who were in them." })
  memberCount!: number;
  @Field(() => GraphQLISODateTime, { description: "When the groups were deleted." })
  createdAt!: Date;
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was taken back; null while it stands.",
  })
  undoneAt!: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: "Id of the member who took it back; null while it stands.",
  })
  undoneById!: number | null;
}
