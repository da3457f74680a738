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
import { User } from "../users/user.entity.ts";

/** Longest name of a badge, in characters. */
export const BADGE_NAME_MAX = 20;
/** Room for names whose characters are two units each. */
const TEXT_LENGTH = 40;
const COUNTER_LENGTH = 20;

/** Counters that badges are given by. */
export enum BadgeCounter {
  /** A picture and a signature: 1 with both, else 0. */
  PROFILE = "PROFILE",
  THREADS = "THREADS",
  REPLIES = "REPLIES",
  LIKES = "LIKES",
  ESSENCE = "ESSENCE",
  FOLLOWERS = "FOLLOWERS",
  DAYS = "DAYS",
  STREAK = "STREAK",
}
registerEnumType(BadgeCounter, {
  name: "BadgeCounter",
  description: "What a badge is given for.",
  valuesConfig: {
    PROFILE: { description: "A picture and a signature: 1 with both, else 0." },
    THREADS: { description: "Threads under the own name." },
    REPLIES: { description: "Replies and comments." },
    LIKES: { description: "Likes that others gave." },
    ESSENCE: { description: "Threads that staff marked as highlights." },
    FOLLOWERS: { description: "Members who follow." },
    DAYS: { description: "Days since joining." },
    STREAK: { description: "Most check-ins on days in a row." },
  },
});

/** A badge, with the rule by which members earn it. */
@ObjectType("Badge", { simpleResolvers: true, description: "A badge, with the rule by which it is earned." })
@Entity("badges")
@Index(["code"], { unique: true })
export class Badge {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Name of the preset, which stays when owners call the badge something else. */
  @Column("varchar", { length: TEXT_LENGTH })
  code!: string;

  @Field(() => String, { description: "Name in Chinese." })
  @Column("varchar", { length: TEXT_LENGTH })
  nameZh!: string;

  @Field(() => String, { description: "Name in English." })
  @Column("varchar", { length: TEXT_LENGTH })
  nameEn!: string;

  @Field(() => String, { description: "An emoji." })
  @Column("varchar", { length: TEXT_LENGTH })
  icon!: string;

  @Field(() => BadgeCounter, { description: "What it is given for." })
  @Column("varchar", { length: COUNTER_LENGTH })
  counter!: BadgeCounter;

  @Field(() => Int, { description: "Number that the counter has to reach." })
  @Column("int")
  threshold!: number;

  @Field(() => Boolean, { description: "It is given and shown." })
  @Column("boolean")
  isEnabled!: boolean;
}

/** A badge that a member has earned, for good. */
@Entity("user_badges")
@Index(["badgeId"])
export class UserBadge {
  @PrimaryColumn("integer")
  userId!: number;

  @PrimaryColumn("integer")
  badgeId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @ManyToOne(() => Badge, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "badgeId" })
  badge?: Relation<Badge>;

  @Column("datetime", { precision: 3 })
  awardedAt!: Date;
}
