import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";

/** What may be done to several threads at once. */
export enum BatchAction {
  MOVE = "MOVE",
  PIN = "PIN",
  UNPIN = "UNPIN",
  FEATURE = "FEATURE",
  UNFEATURE = "UNFEATURE",
  /** Takes it out of sight without deleting it. */
  HIDE = "HIDE",
  SHOW = "SHOW",
  DELETE = "DELETE",
  RESTORE = "RESTORE",
}

registerEnumType(BatchAction, { name: "BatchAction" });

/** Something done to several threads at once. */
@ObjectType("ModerationBatch", {
  simpleResolvers: true,
  description: "Something done to several threads at once.",
})
@Entity("moderation_batches")
export class ModerationBatch {
  @Field(() => ID)
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => ID)
  @Column("integer")
  actorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "actorId" })
  actor?: Relation<User>;

  @Field(() => BatchAction)
  @Column("varchar", { length: 20 })
  action!: BatchAction;

  @Field(() => String)
  @Column("varchar", { length: 255 })
  reason!: string;

  @Field(() => GraphQLISODateTime)
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true })
  @Column("datetime", { precision: 3, nullable: true })
  undoneAt!: Date | null;

  @Field(() => ID, { nullable: true })
  @Column("integer", { nullable: true })
  undoneById!: number | null;
}

/** One thread of a batch, before and after, as JSON. */
@Entity("moderation_batch_items")
export class ModerationBatchItem {
  @PrimaryColumn("integer")
  batchId!: number;

  @ManyToOne(() => ModerationBatch, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "batchId" })
  batch?: Relation<ModerationBatch>;

  @PrimaryColumn("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @Column("text")
  before!: string;

  @Column("text")
  after!: string;
}
