import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { NOTIFICATION_TYPES } from "../notifications/templates/kind.view.ts";
import { User } from "../users/user.entity.ts";

/** Columns of the counters: private messages, group chats, and notifications by type. */
export const COUNT_COLUMNS = ["dialog", "room", ...NOTIFICATION_TYPES] as const;
/** One of the counted numbers. */
export type CountColumn = (typeof COUNT_COLUMNS)[number];
/** All counted numbers of a member. */
export type Counted = Readonly<Record<CountColumn, number>>;

/** Unread counters of a member: private messages, group chats, and notifications by type. Stored, so that a poll reads one row. */
@Entity("unread_counts")
export class UnreadRow {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("int")
  dialog!: number;

  @Column("int")
  system!: number;

  @Column("int")
  related!: number;

  @Column("int")
  replied!: number;

  @Column("int")
  liked!: number;

  @Column("int")
  rewarded!: number;

  @Column("int")
  receiveredpacket!: number;

  @Column("int")
  threadrewarded!: number;

  @Column("int")
  threadrewardedexpired!: number;

  @Column("int")
  withdrawal!: number;

  @Column("int")
  questioned!: number;

  /** Messages and invitations of group chats that are not muted. */
  @Column("int", { default: 0 })
  room!: number;
}
