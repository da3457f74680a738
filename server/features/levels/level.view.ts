import { Field, GraphQLISODateTime, Int, ObjectType, registerEnumType } from "type-graphql";
import { Level, LevelOverride } from "./level.entity.ts";

/** Facts of a member that levels ask for. */
export enum LevelFactName {
  DAYS_JOINED = "daysJoined",
  DAYS_VISITED = "daysVisited",
  POSTS_READ = "postsRead",
  REPLIES_WRITTEN = "repliesWritten",
  LIKES_RECEIVED = "likesReceived",
  LIKES_GIVEN = "likesGiven",
  DAYS_CLEAN = "daysClean",
}
registerEnumType(LevelFactName, {
  name: "LevelFact",
  description: "Facts of a member that levels ask for.",
  valuesConfig: {
    DAYS_JOINED: { description: "Days since joining." },
    DAYS_VISITED: { description: "Days on which the member was here." },
    POSTS_READ: { description: "Texts that were read; at most 100 of each thread count." },
    REPLIES_WRITTEN: { description: "Replies written." },
    LIKES_RECEIVED: { description: "Likes of others for what the member wrote." },
    LIKES_GIVEN: { description: "Likes that the member gave." },
    DAYS_CLEAN: { description: "Days since the last ban or upheld report, or since joining." },
  },
});

/** A fact of a member beside what levels ask. */
@ObjectType("UserLevelFact", {
  simpleResolvers: true,
  description: "A fact of a member beside what levels ask.",
})
export class MemberLevelFact {
  @Field(() => LevelFactName, { description: "The fact." })
  fact!: LevelFactName;

  @Field(() => Int, { description: "The number of the member." })
  actual!: number;

  @Field(() => Int, { description: "Minimum of the level that the member has and those below; 0 for none." })
  neededToKeep!: number;

  @Field(() => Int, { description: "Minimum of the next level; 0 if it asks nothing or there is none." })
  neededForNext!: number;
}

/** The level of a member, and why. */
@ObjectType("UserLevel", {
  simpleResolvers: true,
  description: "The level of a member, why they have it and what is missing to the next.",
})
export class MemberLevel {
  @Field(() => Level, { nullable: true, description: "The level; null for none." })
  level!: Level | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When it was reached." })
  reachedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it ends unless the member meets its rule again; null while they do.",
  })
  endsAt!: Date | null;

  @Field(() => Level, { nullable: true, description: "The next level that is open to the member." })
  next!: Level | null;

  @Field(() => [MemberLevelFact], { description: "Facts that the level or the next one ask for." })
  facts!: readonly MemberLevelFact[];

  @Field(() => LevelOverride, { description: "Choice of a moderator." })
  override!: LevelOverride;

  @Field(() => Level, { nullable: true, description: "The level that a moderator pinned or forbade." })
  overrideLevel!: Level | null;

  @Field(() => String, { description: "Reason of the moderator; may be empty." })
  reason!: string;

  @Field(() => [Level], { description: "All levels that are on, from the lowest." })
  levels!: readonly Level[];

  @Field(() => Boolean, { description: "The viewer may pin and forbid levels of the member." })
  viewerCanSet!: boolean;
}
