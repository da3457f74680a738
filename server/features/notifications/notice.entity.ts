import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";
import type { NoticeKind, NoticeType } from "./kinds.ts";

/** The lists of the message centre that hold notices. */
export enum NoticeEntry {
  ACCOUNT = 1,
  FINANCIAL = 2,
  THREAD = 3,
}

/** Why a member gets a notice; shown with it. */
export enum NoticeReason {
  /** It answers what the member wrote. */
  ANSWERED = "ANSWERED",
  /** It happens to what the member wrote. */
  AUTHOR = "AUTHOR",
  MENTIONED = "MENTIONED",
  WATCHED_THREAD = "WATCHED_THREAD",
  WATCHED_CATEGORY = "WATCHED_CATEGORY",
  WATCHED_MEMBER = "WATCHED_MEMBER",
  /** It is about the member's account. */
  ACCOUNT = "ACCOUNT",
  /** It is about the member's money. */
  MONEY = "MONEY",
}

/** Something that a member should hear of. It names things by id; whoever shows it asks what the member may see. */
@Entity("notifications")
@Index(["userId", "entry", "createdAt", "id"])
@Index(["userId", "groupKey", "id"])
@Index(["userId", "readAt", "type"])
export class Notice {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 24 })
  type!: NoticeType;

  @Column("varchar", { length: 40 })
  kind!: NoticeKind;

  @Column("int")
  entry!: NoticeEntry;

  /** Who did it last; null where nobody is named. */
  @Column("integer", { nullable: true })
  actorId!: number | null;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Column("varchar", { length: 20 })
  why!: NoticeReason;

  /** What is put together when it happens often: kind and thing. */
  @Column("varchar", { length: 60 })
  groupKey!: string;

  /** How often it happened. */
  @Column("int")
  times!: number;

  /** `NoticeData` as JSON. */
  @Column("text")
  data!: string;

  @Column("datetime", { precision: 3, nullable: true })
  readAt!: Date | null;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
