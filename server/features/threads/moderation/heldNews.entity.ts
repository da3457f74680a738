import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../thread.entity.ts";

/** Longest name of an event. */
const TYPE_MAX = 60;

/** News of something that waits for approval; told when it may be seen. */
@Entity("held_news")
@Index(["threadId", "postId"])
export class HeldNews {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  /** A reply; null for the thread itself. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post> | null;

  /** The kind of event. */
  @Column("varchar", { length: TYPE_MAX })
  type!: string;

  @Column("text")
  payload!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
