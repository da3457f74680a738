import { Column, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { NotificationKind, NotificationType } from "../templates/kind.view.ts";
import { User } from "../../users/user.entity.ts";
import type { NotificationEntry, NotificationReason } from "./notification.entity.ts";

/** Columns of a notification that is out of its list for a time, whole. */
export abstract class NotificationCopy {
  /** That of the notification, which it gets back. */
  @PrimaryColumn("integer")
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 24 })
  type!: NotificationType;

  @Column("varchar", { length: 40 })
  kind!: NotificationKind;

  @Column("int")
  entry!: NotificationEntry;

  @Column("integer", { nullable: true })
  actorId!: number | null;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Column("varchar", { length: 20 })
  why!: NotificationReason;

  @Column("varchar", { length: 60 })
  groupKey!: string;

  @Column("int")
  times!: number;

  @Column("text")
  data!: string;

  @Column("datetime", { precision: 3, nullable: true })
  readAt!: Date | null;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
