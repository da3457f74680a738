import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Thread } from "../thread.entity.ts";

/** The stop words because of which a thread or reply waits for approval. */
@Entity("stop_word_hits")
@Index(["threadId"])
@Index(["postId"])
export class StopWordHit {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  /** A reply; no foreign key, since replies belong to a higher feature. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @Column("varchar", { length: 500 })
  words!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
