import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../../posts/post.entity.ts";
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

  /** A reply; null for a thread. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post> | null;

  @Column("varchar", { length: 500 })
  words!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
