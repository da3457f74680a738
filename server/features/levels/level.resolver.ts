import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { Group } from "../groups/group.entity.ts";
import { fitsLevel, getGroup } from "../groups/group.service.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Level } from "./level.entity.ts";
import { SaveLevelsInput, SetMemberLevelInput, TryLevelsInput } from "./level.input.ts";
import { canSeeLevel, canSetLevel } from "./level.policy.ts";
import { listLevels, saveLevels, setMemberLevel } from "./level.service.ts";
import { MemberLevel } from "./level.view.ts";
import { tryLevels } from "./levelTrial.service.ts";
import { LevelTrial, LevelTrialRow } from "./levelTrial.view.ts";
import { levelByUser, membersByLevel } from "./memberLevel.service.ts";

const INPUT = { description: "All that is written, in one object." };

/** GraphQL's view of levels. Only translates: rules live in the services. */
@Resolver(() => Level)
export class LevelResolver {
  @Query(() => [Level], { description: "All levels with their rules, from the lowest, for administrators." })
  levels(@Ctx() ctx: Context) {
    return listLevels(ctx);
  }

  @Mutation(() => LevelTrial, {
    description: "Counts which members each level would gain and lose by these rules; changes nothing.",
  })
  tryLevels(@Ctx() ctx: Context, @Arg("input", () => TryLevelsInput, INPUT) input: TryLevelsInput) {
    return tryLevels(ctx, input);
  }

  @Mutation(() => [Level], {
    description: "Replaces all levels by those of a trial; members are given theirs within minutes.",
  })
  saveLevels(@Ctx() ctx: Context, @Arg("input", () => SaveLevelsInput, INPUT) input: SaveLevelsInput) {
    return saveLevels(ctx, input);
  }

  @Mutation(() => User, {
    description: "For moderators: pins or forbids a level for a member, or lets the rules decide again.",
  })
  setMemberLevel(
    @Ctx() ctx: Context,
    @Arg("input", () => SetMemberLevelInput, INPUT) input: SetMemberLevelInput,
  ) {
    return setMemberLevel(ctx, input);
  }

  @FieldResolver(() => Group, { description: "Group whose permissions the level gives." })
  group(@Ctx() ctx: Context, @Root() { groupId }: Level) {
    return getGroup(ctx, groupId);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Members who have it; only for administrators." })
  async memberCount(@Ctx() ctx: Context, @Root() { id }: Level) {
    return ctx.viewer.isAdmin ? ((await load(ctx, membersByLevel, id)) ?? 0) : null;
  }
}

/** Members that a trial names. */
@Resolver(() => LevelTrialRow)
export class LevelTrialRowResolver {
  @FieldResolver(() => [User], { description: "The first of those who would gain it, at most 5." })
  gaining(@Ctx() ctx: Context, @Root() { gainingIds }: LevelTrialRow) {
    return gainingIds.map((id) => load(ctx, userById, id));
  }

  @FieldResolver(() => [User], { description: "The first of those who would lose it, at most 5." })
  losing(@Ctx() ctx: Context, @Root() { losingIds }: LevelTrialRow) {
    return losingIds.map((id) => load(ctx, userById, id));
  }
}

/** Levels of members. */
@Resolver(() => User)
export class UserLevelResolver {
  @FieldResolver(() => MemberLevel, {
    nullable: true,
    description: "The level, for the member and moderators; null for others, and while no level is on.",
  })
  async level(@Ctx() ctx: Context, @Root() { id }: User) {
    if (!canSeeLevel(ctx.viewer, id)) return null;
    const level = await load(ctx, levelByUser, id);
    return level && { ...level, viewerCanSet: canSetLevel(ctx.viewer, id).allowed };
  }
}

/** Groups as levels. */
@Resolver(() => Group)
export class GroupLevelResolver {
  @FieldResolver(() => Boolean, {
    description: "A level may give it: no preset group, not the default one, none that is bought.",
  })
  canBeLevel(@Root() group: Group) {
    return fitsLevel(group);
  }
}
