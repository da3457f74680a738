import { ArrayMaxSize, Max, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { LevelOverride } from "./level.entity.ts";

/** Most levels of a forum. */
export const LEVELS_MAX = 10;
const MINIMUM_MAX = 1_000_000;
const GRACE_MAX = 365;

/** A level as owners write it; its group says which level it is. */
@InputType("LevelInput", { description: "A level as owners write it; its group says which level it is." })
export class LevelInput {
  @Field(() => ID, {
    description:
      "Group whose permissions the level gives: no preset one, not the default one, none that is bought.",
  })
  groupId!: string;

  @Field(() => Boolean, { description: "Members are given the level." })
  isEnabled!: boolean;

  @Field(() => Int, { description: "Days since joining; 0 to 1000000, 0 asks nothing." })
  @Min(0)
  @Max(MINIMUM_MAX)
  daysJoined!: number;

  @Field(() => Int, { description: "Days on which the member was here; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  daysVisited!: number;

  @Field(() => Int, { description: "Texts that were read; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  postsRead!: number;

  @Field(() => Int, { description: "Replies written; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  repliesWritten!: number;

  @Field(() => Int, { description: "Likes of others for what the member wrote; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  likesReceived!: number;

  @Field(() => Int, { description: "Likes that the member gave; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  likesGiven!: number;

  @Field(() => Int, { description: "Days since the last ban or upheld report; 0 to 1000000." })
  @Min(0)
  @Max(MINIMUM_MAX)
  daysClean!: number;

  @Field(() => Int, {
    description: "Days for which a member keeps the level without meeting its rule; 0 to 365.",
  })
  @Min(0)
  @Max(GRACE_MAX)
  graceDays!: number;
}

/** All levels, from the lowest. */
@InputType("TryLevelsInput", { description: "All levels, from the lowest." })
export class TryLevelsInput {
  @Field(() => [LevelInput], { description: "At most 10." })
  @ArrayMaxSize(LEVELS_MAX)
  @ValidateNested({ each: true })
  levels!: LevelInput[];
}

/** All levels, from the lowest, which replace those that there are. */
@InputType("SaveLevelsInput", {
  description: "All levels, from the lowest, which replace those that there are.",
})
export class SaveLevelsInput extends TryLevelsInput {
  @Field(() => String, { description: "Token of a trial of exactly these levels, at most an hour old." })
  trialToken!: string;
}

/** Choice of a moderator about the level of a member. */
@InputType("SetMemberLevelInput", { description: "Choice of a moderator about the level of a member." })
export class SetMemberLevelInput {
  @Field(() => ID, { description: "The member." })
  userId!: string;

  @Field(() => LevelOverride, { description: "The choice." })
  override!: LevelOverride;

  @Field(() => ID, { nullable: true, description: "The level that is pinned or forbidden; absent for none." })
  levelId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The member reads it; 1 to 200 characters, absent if the rules decide again.",
  })
  reason?: string | null;
}
