import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import { Thread } from "../thread.entity.ts";
import { REACTION_LENGTH } from "../../../core/reactionCounts.ts";

/** A member likes a thread, or reacts to it in another way. */
@Entity("thread_likes")
@Index(["userId", "createdAt", "threadId"])
@Index(["threadId", "reaction"])
export class ThreadLike {
  @PrimaryColumn("integer")
  threadId!: number;

  @PrimaryColumn("integer")
  userId!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** The emoji that was chosen; empty for the like. */
  @Column("varchar", { length: REACTION_LENGTH, default: "" })
  reaction!: string;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;
}

/** A member keeps a thread among their favourites. */
@Entity("thread_favorites")
@Index(["userId", "createdAt", "threadId"])
export class ThreadFavorite {
  @PrimaryColumn("integer")
  threadId!: number;

  @PrimaryColumn("integer")
  userId!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;
}
