import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { Group } from "../groups/group.entity.ts";
import { User } from "../users/user.entity.ts";

const REASON_LENGTH = 200;
const OVERRIDE_LENGTH = 10;

/** A level with the minimum of each fact that it takes; 0 asks nothing. */
@ObjectType("Level", {
  simpleResolvers: true,
  description: "A level with the minimum of each fact that it takes; 0 asks nothing.",
})
@Entity("levels")
@Index(["position"], { unique: true })
@Index(["groupId"], { unique: true })
export class Level {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => Int, { description: "Rank among the levels, from 1; a level takes those below it as well." })
  @Column("int")
  position!: number;

  @Column("integer")
  groupId!: number;

  @ManyToOne(() => Group, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "groupId" })
  groupRow?: Relation<Group>;

  @Field(() => Boolean, { description: "Members are given the level; while it is off nobody has it." })
  @Column("boolean")
  isEnabled!: boolean;

  @Field(() => Int, { description: "Days since joining." })
  @Column("int")
  daysJoined!: number;

  @Field(() => Int, { description: "Days on which the member was here." })
  @Column("int")
  daysVisited!: number;

  @Field(() => Int, { description: "Texts that were read; at most 100 of each thread count." })
  @Column("int")
  postsRead!: number;

  @Field(() => Int, { description: "Replies written." })
  @Column("int")
  repliesWritten!: number;

  @Field(() => Int, { description: "Likes of others for what the member wrote." })
  @Column("int")
  likesReceived!: number;

  @Field(() => Int, { description: "Likes that the member gave." })
  @Column("int")
  likesGiven!: number;

  @Field(() => Int, { description: "Days since the last ban or upheld report, or since joining." })
  @Column("int")
  daysClean!: number;

  @Field(() => Int, { description: "Days for which a member keeps the level without meeting its rule." })
  @Column("int")
  graceDays!: number;
}

/** Choice of a moderator that the rules do not change. */
export enum LevelOverride {
  NONE = "",
  /** The member has the level whatever the rules say. */
  PINNED = "PINNED",
  /** The member does not reach the level or one above it. */
  FORBIDDEN = "FORBIDDEN",
}
registerEnumType(LevelOverride, {
  name: "LevelOverride",
  description: "Choice of a moderator about the level of a member, which the rules do not change.",
  valuesConfig: {
    NONE: { description: "The rules decide." },
    PINNED: { description: "The member has the level whatever the rules say." },
    FORBIDDEN: { description: "The member does not reach the level or one above it." },
  },
});

/** The level of a member and what decides about it besides the facts; members with neither have no row. */
@Entity("user_levels")
@Index(["levelId", "userId"])
export class UserLevel {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("integer", { nullable: true })
  levelId!: number | null;

  @ManyToOne(() => Level, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "levelId" })
  levelRow?: Relation<Level>;

  @Column("datetime", { precision: 3, nullable: true })
  reachedAt!: Date | null;

  /** Time since which the rule of the level is not met; null while it is. */
  @Column("datetime", { precision: 3, nullable: true })
  failingSince!: Date | null;

  /** Time of the last ban or upheld report; null for none. */
  @Column("datetime", { precision: 3, nullable: true })
  lastFaultAt!: Date | null;

  @Column("varchar", { length: OVERRIDE_LENGTH, default: "" })
  override!: LevelOverride;

  @Column("integer", { nullable: true })
  overrideLevelId!: number | null;

  @ManyToOne(() => Level, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "overrideLevelId" })
  overrideLevelRow?: Relation<Level>;

  @Column("varchar", { length: REASON_LENGTH, default: "" })
  reason!: string;
}
