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

/** Longest reason of a moderator, in characters. */
export const LEVEL_REASON_MAX = 200;
const OVERRIDE_LENGTH = 10;

/** A level with the minimum of each fact that it takes; 0 asks nothing. */
@Entity("levels")
@Index(["position"], { unique: true })
@Index(["groupId"], { unique: true })
export class Level {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Rank among the levels, from 1. */
  @Column("int")
  position!: number;

  @Column("integer")
  groupId!: number;

  @ManyToOne(() => Group, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "groupId" })
  group?: Relation<Group>;

  @Column("boolean")
  isEnabled!: boolean;

  @Column("int")
  daysJoined!: number;

  @Column("int")
  daysVisited!: number;

  @Column("int")
  postsRead!: number;

  @Column("int")
  repliesWritten!: number;

  @Column("int")
  likesReceived!: number;

  @Column("int")
  likesGiven!: number;

  /** Days for which a member keeps the level without meeting its rule. */
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

/** The level of a member; members without one have no row, or one without a level. */
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
  level?: Relation<Level>;

  @Column("datetime", { precision: 3, nullable: true })
  reachedAt!: Date | null;

  /** Time since which the rule of the level is not met; null while it is. */
  @Column("datetime", { precision: 3, nullable: true })
  failingSince!: Date | null;

  @Column("varchar", { length: OVERRIDE_LENGTH, default: "" })
  override!: LevelOverride;

  @Column("integer", { nullable: true })
  overrideLevelId!: number | null;

  @ManyToOne(() => Level, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "overrideLevelId" })
  overrideLevel?: Relation<Level>;

  @Column("varchar", { length: LEVEL_REASON_MAX, default: "" })
  reason!: string;
}
