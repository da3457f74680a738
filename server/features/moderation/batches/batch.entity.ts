import { Field, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { Post } from "../../posts/post.entity.ts";
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
  /** Bans a member, with what they wrote if that was wanted; not for `moderateThreads`. */
  BAN = "BAN",
  /** Keeps a member from publishing; not for `moderateThreads`. */
  SILENCE = "SILENCE",
}

registerEnumType(BatchAction, {
  name: "BatchAction",
  description: "Actions on several threads at once.",
  valuesConfig: {
    BAN: { description: "A ban with what the member wrote; see `banUser`." },
    SILENCE: { description: "Keeps a member from publishing; see `silenceUser`." },
    MOVE: { description: "Moves them to another category." },
    PIN: { description: "Pins them above the others." },
    UNPIN: { description: "Ends pinning." },
    FEATURE: { description: "Marks them as featured." },
    UNFEATURE: { description: "Ends featuring." },
    HIDE: { description: "Hides them without deleting; their authors still see them." },
    SHOW: { description: "Approves them, so that everybody sees them." },
    DELETE: { description: "Deletes them; moderators can restore them." },
    RESTORE: { description: "Brings deleted ones back." },
  },
});

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

  @Field(() => BatchAction, { description: "What was done to all of them." })
  @Column("varchar", { length: 20 })
  action!: BatchAction;

  @Field(() => String, { description: "What the actor gave as the reason; empty if nothing." })
  @Column("varchar", { length: 255 })
  reason!: string;

  /** The member whom it banned or silenced; null for actions on threads. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  /** Standing or silence of that member before, as JSON. */
  @Column("text", { nullable: true })
  memberBefore!: string | null;

  /** Standing or silence of that member afterwards, as JSON. */
  @Column("text", { nullable: true })
  memberAfter!: string | null;
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

/** One reply of a batch, with its state before and after as JSON. */
@Entity("moderation_batch_posts")
export class ModerationBatchPost {
  @PrimaryColumn("integer")
  batchId!: number;

  @ManyToOne(() => ModerationBatch, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "batchId" })
  batch?: Relation<ModerationBatch>;

  @PrimaryColumn("integer")
  postId!: number;

  @ManyToOne(() => Post, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post>;

  @Column("text")
  before!: string;

  @Column("text")
  after!: string;
}
