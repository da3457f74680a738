import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { STOP_WORD_MAX } from "./stopWord.entity.ts";
import { UndoableBatch } from "../../core/undoable.entity.ts";

/** Actions on several stop words at once. */
export enum StopWordBatchAction {
  IMPORT = "IMPORT",
  DELETE = "DELETE",
  CHANGE = "CHANGE",
}

registerEnumType(StopWordBatchAction, {
  name: "StopWordBatchAction",
  description: "What is done to several stop words at once.",
  valuesConfig: {
    IMPORT: { description: "Adds and overwrites from a list." },
    DELETE: { description: "Deletes." },
    CHANGE: { description: "Changes actions or replacements." },
  },
});

/** Something done to several stop words at once, so that it can be undone as one. */
@ObjectType("StopWordBatch", {
  simpleResolvers: true,
  description: "Something done to several stop words at once.",
})
@Entity("stop_word_batches")
export class StopWordBatch extends UndoableBatch {
  @Field(() => StopWordBatchAction, { description: "What was done to all of them." })
  @Column("varchar", { length: 10 })
  action!: StopWordBatchAction;

  @Field(() => Int, { description: "Words that it added, changed or deleted." })
  @Column("int")
  wordCount!: number;
}

/** One word of a batch, before and after, as JSON; null where there was none. */
@Entity("stop_word_batch_items")
export class StopWordBatchItem {
  @PrimaryColumn("integer")
  batchId!: number;

  @ManyToOne(() => StopWordBatch, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "batchId" })
  batch?: Relation<StopWordBatch>;

  @PrimaryColumn("varchar", { length: STOP_WORD_MAX })
  find!: string;

  @Column("text", { nullable: true })
  before!: string | null;

  @Column("text", { nullable: true })
  after!: string | null;
}
