import { Field, GraphQLISODateTime, Int, ObjectType } from "type-graphql";
import { Group } from "../groups/group.entity.ts";

/** Effect of rules on one level. */
@ObjectType("LevelTrialRow", { description: "What rules would do to one level." })
export class LevelTrialRow {
  groupId!: number;

  gainingIds!: readonly number[];

  losingIds!: readonly number[];

  @Field(() => Group, { description: "Group of the level." })
  group!: Group;

  @Field(() => Int, { description: "Members who would have the level." })
  memberCount!: number;

  @Field(() => Int, { description: "Members who would have it and do not now." })
  gainCount!: number;

  @Field(() => Int, {
    description: "Members who have it now and would not, once their days of grace are over.",
  })
  loseCount!: number;

  @Field(() => Int, { description: "Members who meet its rule and those of the levels below." })
  qualifyingCount!: number;
}

/** Effect of rules on the members as they are now. */
@ObjectType("LevelTrial", {
  simpleResolvers: true,
  description: "What rules would do to the members as they are now; nothing was changed.",
})
export class LevelTrial {
  @Field(() => Int, { description: "Members that were looked at: all in good standing." })
  memberCount!: number;

  @Field(() => [LevelTrialRow], {
    description: "The levels from the lowest, then those that are given up.",
  })
  levels!: readonly LevelTrialRow[];

  @Field(() => String, { description: "Allows the administrator to save exactly these levels." })
  token!: string;

  @Field(() => GraphQLISODateTime, { description: "When the token ends." })
  expiresAt!: Date;
}
