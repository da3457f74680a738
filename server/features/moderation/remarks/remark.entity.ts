import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";

/** Longest note, in characters. */
export const NOTE_MAX = 1000;

/** Kinds of remarks about a member. */
export enum RemarkKind {
  /** The member was told. */
  WARNING = "WARNING",
  /** For staff alone. */
  NOTE = "NOTE",
}
registerEnumType(RemarkKind, {
  name: "RemarkKind",
  description: "Kinds of remarks of the staff about a member.",
  valuesConfig: {
    WARNING: { description: "The member was told." },
    NOTE: { description: "For staff alone." },
  },
});

/** A remark of staff about a member: a warning, which the member got as a notification, or a note of their own. */
@ObjectType("UserRemark", {
  simpleResolvers: true,
  description: "A warning that a member got, or a note that only staff reads.",
})
@Entity("member_remarks")
@Index(["userId", "id"])
export class UserRemark {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("integer")
  authorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  authorRow?: Relation<User>;

  @Field(() => RemarkKind, { description: "What was remarked." })
  @Column("varchar", { length: 12 })
  kind!: RemarkKind;

  @Field(() => String, { description: "The note, or the reason of the warning; at most 1000 characters." })
  @Column("text")
  body!: string;

  @Field(() => ID, { nullable: true, description: "The thread that the warning is about, or of that reply." })
  @Column("integer", { nullable: true })
  threadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @Field(() => ID, { nullable: true, description: "The reply that the warning is about." })
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post>;

  @Field(() => GraphQLISODateTime, { description: "When it was written." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
