import { registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Longest list of stored findings, in characters. */
export const FINDINGS_MAX = 2_000;
/** Longest code of a failure, in characters. */
export const PROBLEM_MAX = 100;

/** Outside services that check texts and pictures. */
export enum CheckService {
  TENCENT = "TENCENT",
  ALIYUN = "ALIYUN",
  OWN = "OWN",
}
registerEnumType(CheckService, {
  name: "ContentCheckService",
  description: "Outside services that check texts and pictures.",
  valuesConfig: {
    TENCENT: { description: "Tencent Cloud." },
    ALIYUN: { description: "Alibaba Cloud." },
    OWN: { description: "A service of the owner at an address of its own." },
  },
});

/** Answers of an outside service, the mildest first. */
export enum CheckVerdict {
  PASS = "PASS",
  REVIEW = "REVIEW",
  BLOCK = "BLOCK",
}
registerEnumType(CheckVerdict, {
  name: "ContentCheckVerdict",
  description: "Answers of an outside service about a text or picture.",
  valuesConfig: {
    PASS: { description: "Nothing was found." },
    REVIEW: { description: "People have to look at it." },
    BLOCK: { description: "It breaks the rules of the service." },
  },
});

/** Stages of a check. */
export enum CheckState {
  WAITING = "WAITING",
  DONE = "DONE",
  FAILED = "FAILED",
}
registerEnumType(CheckState, {
  name: "ContentCheckState",
  description: "Stages of the check of a text by an outside service.",
  valuesConfig: {
    WAITING: { description: "The service has not answered yet." },
    DONE: { description: "The service has answered." },
    FAILED: { description: "The service did not answer, and is not called again." },
  },
});

/** Subjects of findings, common to all services. */
export enum CheckLabel {
  ADVERT = "ADVERT",
  PORN = "PORN",
  POLITICS = "POLITICS",
  VIOLENCE = "VIOLENCE",
  ABUSE = "ABUSE",
  ILLEGAL = "ILLEGAL",
  CUSTOM = "CUSTOM",
  OTHER = "OTHER",
}
registerEnumType(CheckLabel, {
  name: "ContentCheckLabel",
  description: "Subjects of findings, common to all services.",
  valuesConfig: {
    ADVERT: { description: "Advertising and unwanted contact." },
    PORN: { description: "Pornography and nudity." },
    POLITICS: { description: "Politics." },
    VIOLENCE: { description: "Violence and terror." },
    ABUSE: { description: "Insults and discrimination." },
    ILLEGAL: { description: "Goods and deeds that the law forbids." },
    CUSTOM: { description: "An entry of a list that the owner keeps at the service." },
    OTHER: { description: "Something else; `detail` says what." },
  },
});

/** The check of a thread or reply by an outside service: one row for a text, whatever its edits. */
@Entity("content_checks")
@Index(["targetKey"], { unique: true })
@Index(["dueAt"])
@Index(["threadId"])
@Index(["postId"])
@Index(["authorId"])
@Index(["requestedAt"])
export class ContentCheck {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** `t12` for a thread, `p34` for a reply. */
  @Column("varchar", { length: 24 })
  targetKey!: string;

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

  @Column("integer")
  authorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "authorId" })
  author?: Relation<User>;

  @Column("varchar", { length: 10 })
  state!: CheckState;

  /** Service that answered last; empty before. */
  @Column("varchar", { length: 10 })
  service!: CheckService | "";

  /** Raised by each request and each claim, so that a late answer about an older text is recognised. */
  @Column("int")
  round!: number;

  /** Attempts since the request. */
  @Column("int")
  attempts!: number;

  /** Time at which the service is to be called; null while nothing is to be done. */
  @Column("datetime", { precision: 3, nullable: true })
  dueAt!: Date | null;

  /** Empty before the first answer. */
  @Column("varchar", { length: 10 })
  verdict!: CheckVerdict | "";

  /** JSON; see `findings.ts`. */
  @Column("varchar", { length: FINDINGS_MAX })
  findings!: string;

  /** Digest of the text that passed last; empty if none did. */
  @Column("varchar", { length: 64 })
  textHash!: string;

  /** Code of the last failure; empty after an answer. */
  @Column("varchar", { length: PROBLEM_MAX })
  problem!: string;

  @Column("datetime", { precision: 3 })
  requestedAt!: Date;

  /** Time of the last answer or failure; null before. */
  @Column("datetime", { precision: 3, nullable: true })
  checkedAt!: Date | null;
}

/** The verdict about a picture, by its content: texts with the same picture share it. */
@Entity("picture_checks")
@Index(["contentHash", "service"], { unique: true })
@Index(["checkedAt"])
export class PictureCheck {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** SHA-256 of the stored file, in hexadecimal digits. */
  @Column("varchar", { length: 64 })
  contentHash!: string;

  @Column("varchar", { length: 10 })
  service!: CheckService;

  @Column("varchar", { length: 10 })
  verdict!: CheckVerdict;

  /** JSON; see `findings.ts`. */
  @Column("varchar", { length: FINDINGS_MAX })
  findings!: string;

  @Column("datetime", { precision: 3 })
  checkedAt!: Date;
}
