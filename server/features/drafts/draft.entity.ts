import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { User } from "../users/user.entity.ts";

/** Longest goods of a draft as JSON. */
export const GOODS_JSON_MAX = 4_000;
/** Longest poll of a draft as JSON. */
export const POLL_JSON_MAX = 4_000;
/** Longest position of a draft as JSON. */
export const POSITION_JSON_MAX = 1_000;
/** Longest reason of a refusal as JSON. */
export const PROBLEM_JSON_MAX = 2_000;

/** A thread or reply that is being written; visible to its author only. */
@ObjectType("Draft", { simpleResolvers: true, description: "Something that is being written." })
@Entity("drafts")
@Index(["userId", "updatedAt", "id"])
@Index(["userId", "threadId"])
@Index(["publishAt"])
export class Draft {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => ID, { nullable: true, description: "The thread that is answered; null for a new thread." })
  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Field(() => ID, { nullable: true, description: "Category that was chosen; null if none yet." })
  @Column("integer", { nullable: true })
  categoryId!: number | null;

  @Field(() => String, { description: "Title so far; may be empty." })
  @Column("varchar", { length: 200 })
  title!: string;

  @Field(() => String, { description: "Markdown so far; may be empty." })
  @Column("text")
  body!: string;

  @Field(() => Boolean, { description: "Whether it is to be published without the name." })
  @Column("boolean")
  isAnonymous!: boolean;

  @Field(() => Cents, { description: "Price that the thread is to have, in cents; 0 for none." })
  @Column("integer", { default: 0 })
  priceCents!: number;

  @Field(() => Int, { description: "Part that everybody is to read, in percent." })
  @Column("int", { default: 0 })
  freePercent!: number;

  @Field(() => Cents, { description: "Price that its files are to have, in cents; 0 for none." })
  @Column("integer", { default: 0 })
  attachmentPriceCents!: number;

  /** Uploads of the draft in their order, as `,12,15,`, so that a search for `,12,` finds one; empty without any. */
  @Column("varchar", { length: 2000, default: "" })
  fileIds!: string;

  /** Red packet, bounty and question as they are typed, as JSON; empty without any. */
  @Column("varchar", { length: 2000, default: "" })
  giftsJson!: string;

  /** Poll as it is typed, as JSON; empty without one. */
  @Column("varchar", { length: POLL_JSON_MAX, default: "" })
  pollJson!: string;

  /** Goods as they are typed, as JSON; empty without any. */
  @Column("varchar", { length: GOODS_JSON_MAX, default: "" })
  goodsJson!: string;

  /** Place that the thread is to name, as JSON; empty without one. */
  @Column("varchar", { length: POSITION_JSON_MAX, default: "" })
  positionJson!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it will be published by itself; null for a plain draft.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  publishAt!: Date | null;

  /** Why it was not published at its time, as JSON; empty if it was not refused. */
  @Column("varchar", { length: PROBLEM_JSON_MAX, default: "" })
  problemJson!: string;

  @Field(() => Int, { description: "Counts saves; a save that names an older one is refused with CONFLICT." })
  @Column("int")
  version!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "When it was saved last." })
  @Column("datetime", { precision: 3 })
  updatedAt!: Date;
}
