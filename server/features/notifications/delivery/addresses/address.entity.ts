import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { User } from "../../../users/user.entity.ts";

/** Longest e-mail address, phone number or openid, in characters (spec: validators stop at 255). */
export const ADDRESS_MAX = 255;

/** Channel whose addresses are phone numbers: by them members sign in, too. */
export const PHONE_CHANNEL = "SMS" as NotificationChannel;

/** Address of a member in a channel: e-mail, phone number, WeChat openid. Private. */
@Entity("channel_addresses")
@Index(["addressKey", "channel"], { unique: true })
@Index(["digestDueAt", "userId"])
export class ChannelAddress {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @PrimaryColumn("varchar", { length: 10 })
  channel!: NotificationChannel;

  /** The proven address; empty until there is one. */
  @Column("varchar", { length: ADDRESS_MAX })
  address!: string;

  /** Normalised; unique. Null until proven, so that nobody can block an address for its owner. */
  @Column("varchar", { length: ADDRESS_MAX, nullable: true })
  addressKey!: string | null;

  @Column("datetime", { precision: 3, nullable: true })
  verifiedAt!: Date | null;

  /** Waits to be proven; empty if none does. */
  @Column("varchar", { length: ADDRESS_MAX })
  pendingAddress!: string;

  @Column("datetime", { precision: 3, nullable: true })
  pendingSince!: Date | null;

  /** Refusals by the receiving side since the last success. */
  @Column("int")
  failures!: number;

  /** Since when nothing is sent to it, because it takes nothing. */
  @Column("datetime", { precision: 3, nullable: true })
  suppressedAt!: Date | null;

  /** Time at which the next digest is considered; e-mail only. */
  @Column("datetime", { precision: 3, nullable: true })
  digestDueAt!: Date | null;
}
