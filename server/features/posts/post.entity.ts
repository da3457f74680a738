import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { shorten, textOfHtml } from "../../core/markdown/excerpt.ts";
import { REACTION_LENGTH, REACTIONS_LENGTH } from "../../core/reactionCounts.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Units of text that are read for each character of an excerpt: blanks go, and characters may have many units. */
const HTML_PER_CHARACTER = 8;

/** A reply to a thread, or a comment on a reply. */
@ObjectType("Post", { simpleResolvers: true, description: "A reply to a thread, or a comment on a reply." })
@Entity("posts")
@Index(["threadId", "number"], { unique: true })
@Index(["threadId", "parentId", "likeCount", "id"])
@Index(["parentId", "id"])
@Index(["authorId", "createdAt", "id"])
@Index(["approval", "createdAt", "id"])
@Index(["markdownVersion", "id"])
export class Post {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => ID, { description: "Id of the thread that it is in." })
  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  @Field(() => Int, { nullable: true, description: "Place within the thread, from 1; null for a comment." })
  @Column("int", { nullable: true })
  number!: number | null;

  @Field(() => ID, { nullable: true, description: "The reply that this comments on; null for a reply." })
  @Column("integer", { nullable: true })
  parentId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "parentId" })
  parent?: Relation<Post> | null;

  /** The comment that this comment answers, if any. */
  @Column("integer", { nullable: true })
  replyToPostId!: number | null;

  @Column("integer")
  authorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  authorRow?: Relation<User>;

  /** The author of an anonymous thread answers in it without a name, too. */
  @Field(() => Boolean, {
    description: "Written without the name; `author` is null then for all but the author and staff.",
  })
  @Column("boolean")
  isAnonymous!: boolean;

  @Column("text")
  body!: string;

  @Column("text")
  bodyHtml!: string;

  @Column("int")
  markdownVersion!: number;

  /** The beginning as plain text; null until the job renders by newer rules. See `excerptOfPost`. */
  @Column("varchar", { length: 1000, nullable: true })
  excerpt!: string | null;

  /** The body without marks, for snippets; null where it has none, or until the job renders by newer rules. */
  @Column("text", { nullable: true })
  plainText!: string | null;

  /** Kept so that pages without attachments need not look for them. */
  @Column("boolean")
  hasAttachments!: boolean;

  @Field(() => ApprovalState, {
    description: "State of approval; what is not approved is seen by its author and moderators alone.",
  })
  @Column("int")
  approval!: ApprovalState;

  @Column("boolean")
  visible!: boolean;

  @Column("datetime", { precision: 3, nullable: true })
  deletedAt!: Date | null;

  @Column("integer", { nullable: true })
  deletedById!: number | null;

  @Field(() => Int, { description: "Members who like it." })
  @Column("int")
  likeCount!: number;

  /** Counts of the reactions among the likes, the most frequent first; see `countedReactions`. */
  @Column("varchar", { length: REACTIONS_LENGTH, default: "" })
  reactions!: string;

  @Field(() => Int, { description: "Visible comments." })
  @Column("int")
  commentCount!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was published." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was changed last; null if never.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  editedAt!: Date | null;
}

/** The beginning of a reply as one line of plain text: stored, or for rows that wait for the job taken from the HTML. */
export function excerptOfPost({ excerpt, bodyHtml }: Post, most: number): string {
  return shorten(excerpt ?? textOfHtml(bodyHtml, most * HTML_PER_CHARACTER), most);
}

/** A member likes a reply or comment, or reacts to it in another way. */
@Entity("post_likes")
@Index(["userId", "createdAt", "postId"])
@Index(["postId", "reaction"])
export class PostLike {
  @PrimaryColumn("integer")
  postId!: number;

  @PrimaryColumn("integer")
  userId!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** The emoji that was chosen; empty for the like. */
  @Column("varchar", { length: REACTION_LENGTH, default: "" })
  reaction!: string;

  @ManyToOne(() => Post, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;
}
