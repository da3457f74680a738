import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
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

/** Characters that the column of a name holds; names are shorter, see `core/markdown/topics.ts`. */
const NAME_COLUMN = 200;

/** Scores count from here, so that they fit 32 bits until 2088. */
const HOT_EPOCH_MS = Date.UTC(2020, 0, 1);
/** Ten times the threads keep a topic hot as long as a thread that is younger by this (a week). */
const HOT_SECONDS_PER_TENFOLD = 604_800;

/**
 * Computes the hot score of a topic, in seconds: the time of its newest thread, moved by the logarithm of its threads.
 */
export function topicHotScore(topic: { readonly lastUsedAt: Date; readonly threadCount: number }): number {
  const seconds = (topic.lastUsedAt.getTime() - HOT_EPOCH_MS) / 1000;
  return Math.round(seconds + HOT_SECONDS_PER_TENFOLD * Math.log10(Math.max(1, topic.threadCount)));
}

/** A subject that texts name as `#name#`. */
@ObjectType("Topic", { simpleResolvers: true, description: "A subject that texts name as #name#." })
@Entity("topics")
@Index(["hotScore", "id"])
@Index(["hotScore", "id", "threadCount", "nameKey"])
@Index(["createdAt", "id"])
@Index(["isRecommended", "hotScore", "id"])
export class Topic {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "As it was first written." })
  @Column("varchar", { length: NAME_COLUMN })
  name!: string;

  /** The name under which it exists once: compatibility forms, case and invisible characters folded. */
  @Column("varchar", { length: NAME_COLUMN })
  @Index({ unique: true })
  nameKey!: string;

  /** Visible threads of all categories; see `threadCount` in the resolver for those of the viewer. */
  @Column("int")
  threadCount!: number;

  @Field(() => Int, { description: "Times that its page was opened." })
  @Column("int")
  viewCount!: number;

  @Column("int")
  hotScore!: number;

  @Field(() => Boolean, { description: "Administrators recommend it." })
  @Column("boolean", { default: false })
  isRecommended!: boolean;

  /** Taken away by an administrator: its name is plain text from then on. */
  @Column("datetime", { precision: 3, nullable: true })
  deletedAt!: Date | null;

  /** The topic that its name leads to since both were made one. */
  @Column("integer", { nullable: true })
  mergedIntoId!: number | null;

  @Field(() => GraphQLISODateTime, { description: "When it was used first." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** True if a topic is neither deleted nor part of another. */
export function isLiveTopic(topic: Pick<Topic, "deletedAt" | "mergedIntoId">): boolean {
  return topic.deletedAt === null && topic.mergedIntoId === null;
}

/** The same as a condition on `topics x`. */
export const LIVE_TOPIC = "x.deletedAt IS NULL AND x.mergedIntoId IS NULL";

/** Number of visible threads of a category that name a topic; viewers without the category learn nothing of them. */
@Entity("topic_categories")
@Index(["categoryId", "topicId"])
export class TopicCategory {
  @PrimaryColumn("integer")
  topicId!: number;

  @PrimaryColumn("integer")
  categoryId!: number;

  @Column("int")
  threadCount!: number;

  @ManyToOne(() => Topic, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "topicId" })
  topic?: Relation<Topic>;
}
