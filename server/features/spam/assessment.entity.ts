import { registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Length of the digest of a text. */
const PRINT_LENGTH = 43;
/** Longest list of stored signs, in characters. */
export const SIGNS_MAX = 200;

/** Kinds of signs. */
export enum SignKind {
  LINKS = "LINKS",
  HURRIED = "HURRIED",
  FREQUENT = "FREQUENT",
  REPEATED = "REPEATED",
  COPIED = "COPIED",
  MAIL = "MAIL",
  NAME = "NAME",
}
registerEnumType(SignKind, {
  name: "SpamSignKind",
  description: "Signs that a text of a new member is spam.",
  valuesConfig: {
    LINKS: { description: "Links to other sites; `count` says how many." },
    HURRIED: {
      description: "Longer than its author can have written since they registered or wrote before.",
    },
    FREQUENT: { description: "One of many texts within ten minutes; `count` says how many came before." },
    REPEATED: { description: "The same text as the author wrote elsewhere; `count` says how often." },
    COPIED: { description: "The same text as other new members wrote; `count` says how often." },
    MAIL: { description: "The author has a disposable mail address." },
    NAME: { description: "The name of the author looks random." },
  },
});

/** Signs of spam that were found in a text of a new member. Texts of other members are never looked at. */
@Entity("text_assessments")
@Index(["authorId", "createdAt"])
@Index(["print", "createdAt"])
@Index(["createdAt"])
@Index(["threadId"])
@Index(["postId"])
export class TextAssessment {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  authorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  author?: Relation<User>;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread> | null;

  /** A reply; null for a thread. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post> | null;

  /** Digest of the letters of the text; null for one that is too short to be compared. */
  @Column("varchar", { length: PRINT_LENGTH, nullable: true })
  print!: string | null;

  /** 0 to 100. */
  @Column("int")
  score!: number;

  /** `LINKS:50:3 NAME:20:0`: kind, points and number of each sign. */
  @Column("varchar", { length: SIGNS_MAX })
  signs!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
