import { Field, GraphQLISODateTime, ObjectType } from "type-graphql";
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

/** Longest note of a bookmark, in characters. */
export const BOOKMARK_NOTE_MAX = 500;

/** A member keeps a thread among their favourites, perhaps with a note, in a folder, or with a reminder. */
@ObjectType("Bookmark", {
  simpleResolvers: true,
  description: "A thread that the viewer keeps; nobody else sees that, nor the note.",
})
@Entity("thread_favorites")
@Index(["userId", "createdAt", "threadId"])
@Index(["folderId", "createdAt", "threadId"])
@Index(["remindAt"])
export class ThreadFavorite {
  @PrimaryColumn("integer")
  threadId!: number;

  @PrimaryColumn("integer")
  userId!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was bookmarked." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => String, { description: "What the member noted; may be empty." })
  @Column("varchar", { length: BOOKMARK_NOTE_MAX, default: "" })
  note!: string;

  /** The folder that it lies in; null for none. */
  @Column("integer", { nullable: true })
  folderId!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the member is reminded; null for never, and once that has happened.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  remindAt!: Date | null;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;
}
