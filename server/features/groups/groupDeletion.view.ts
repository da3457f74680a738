import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";

/** Groups that were deleted together. */
@ObjectType("GroupDeletion", { simpleResolvers: true, description: "Groups that were deleted together." })
export class GroupDeletionView {
  @Field(() => ID)
  id!: number;
  @Field(() => ID)
  actorId!: number;
  @Field(() => [String], { description: "What the groups were called." })
  names!: string[];
  @Field(() => Int, { description: "Members who were in them." })
  memberCount!: number;
  @Field(() => GraphQLISODateTime)
  createdAt!: Date;
  @Field(() => GraphQLISODateTime, { nullable: true })
  undoneAt!: Date | null;
  @Field(() => ID, { nullable: true })
  undoneById!: number | null;
}
