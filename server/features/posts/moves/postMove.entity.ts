import { Entity, Column, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { Thread } from "../../threads/thread.entity.ts";
import { Post } from "../post.entity.ts";

/** A number of a thread whose text is elsewhere now, so that old addresses lead there. */
@Entity("post_moves")
export class PostMove {
  @PrimaryColumn("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  /** Number that the reply had; 0 for the thread's own text. */
  @PrimaryColumn("int")
  number!: number;

  /** The reply, wherever it is by now; null if it has become the text of a thread. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post> | null;

  /** The thread whose text it has become. */
  @Column("integer", { nullable: true })
  toThreadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "toThreadId" })
  toThread?: Relation<Thread> | null;
}
