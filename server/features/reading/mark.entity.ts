import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** A member's place in a thread: the last reply read. */
@Entity("read_marks")
@Index(["userId", "readAt", "threadId"])
export class ReadMark {
  @PrimaryColumn("integer")
  userId!: number;

  @PrimaryColumn("integer")
  threadId!: number;

  /** Number of the last reply that was read; 0 if only the thread's own text was. Never goes back. */
  @Column("int")
  number!: number;

  @Column("datetime", { precision: 3 })
  readAt!: Date;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;
}
