import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Longest name of a saved search, in characters; the query, which names it at first, is no longer. */
export const SAVED_NAME_MAX = 100;
/** Maximum saved searches of a member. */
export const SAVED_MAX = 30;

/** A search that a member has saved; nobody else sees it. */
@ObjectType("SavedSearch", { simpleResolvers: true, description: "A search that the viewer has saved." })
@Entity("saved_searches")
@Index(["userId", "searchKey"], { unique: true })
@Index(["nextCheckAt", "id"])
export class SavedSearch {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => String, { description: "Name that the member gave it." })
  @Column("varchar", { length: SAVED_NAME_MAX })
  name!: string;

  @Field(() => String, { description: "Words and operators, as `search` takes them." })
  @Column("varchar", { length: 100 })
  query!: string;

  /** `SearchFilter` as JSON, without what narrows nothing. */
  @Column("text")
  filterJson!: string;

  @Field(() => Int, { nullable: true, description: "Finds only what is so many days old; null for all." })
  @Column("int", { nullable: true })
  withinDays!: number | null;

  /** Hash of query, filter and days: equal searches of a member are one. */
  @Column("varchar", { length: 64 })
  searchKey!: string;

  @Field(() => Boolean, { description: "Whether new results raise a notification." })
  @Column("boolean")
  notifies!: boolean;

  @Field(() => Int, { description: "New threads since the viewer last opened it, at most 100." })
  @Column("int", { default: 0 })
  newThreadCount!: number;

  @Field(() => Int, { description: "New replies since the viewer last opened it, at most 100." })
  @Column("int", { default: 0 })
  newReplyCount!: number;

  /** Newest thread that was counted: only a newer one raises a notification again. */
  @Column("integer", { nullable: true })
  newestThreadId!: number | null;

  /** Newest reply that was counted. */
  @Column("integer", { nullable: true })
  newestPostId!: number | null;

  @Field(() => Boolean, {
    description:
      "True if it finds nothing any more: a category or member that it names is gone, or the right to search.",
  })
  @Column("boolean", { default: false })
  isBroken!: boolean;

  /** Results after this time are new. */
  @Column("datetime", { precision: 3 })
  seenAt!: Date;

  @Column("datetime", { precision: 3 })
  checkedAt!: Date;

  @Column("datetime", { precision: 3 })
  nextCheckAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was saved." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
