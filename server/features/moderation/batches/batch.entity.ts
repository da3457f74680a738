import { Field, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";
import { UndoableBatch } from "../../../core/undoable.entity.ts";

/** Actions on several threads at once. */
export enum BatchAction {
  MOVE = "MOVE",
  PIN = "PIN",
  UNPIN = "UNPIN",
  FEATURE = "FEATURE",
  UNFEATURE = "UNFEATURE",
  /** Hides it without deleting it. */
  HIDE = "HIDE",
  SHOW = "SHOW",
  DELETE = "DELETE",
  RESTORE = "RESTORE",
}

registerEnumType(BatchAction, { name: "BatchAction" });

/** An action on several threads at once. */
@ObjectType("ModerationBatch", {
  simpleResolvers: true,
  description: "Something done to several threads at once.",
})
@Entity("moderation_batches")
export class ModerationBatch extends UndoableBatch {
  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "actorId" })
  actor?: Relation<User>;

  @Field(() => BatchAction)
  @Column("varchar", { length: 20 })
  action!: BatchAction;

  @Field(() => String)
  @Column("varchar", { length: 255 })
  reason!: string;
}

/** One thread of a batch, with its state before and after as JSON. */
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
