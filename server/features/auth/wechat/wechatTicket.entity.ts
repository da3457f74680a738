import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import type { WechatIntent } from "./wechat.view.ts";

/** State of a ticket. */
export enum TicketState {
  /** A code is shown; nobody has scanned it. */
  OPEN = "OPEN",
  /** Somebody has scanned it and is asked whether they agree. */
  SCANNED = "SCANNED",
  /** WeChat has named somebody: what is left to do can be done once. */
  NAMED = "NAMED",
  /** It was scanned and refused. */
  REFUSED = "REFUSED",
}

/** A sign-in or binding by WeChat on its way; it belongs to one browser and is used up by what it was for. */
@Entity("wechat_tickets")
@Index(["expiresAt"])
@Index(["userId"])
export class WechatTicket {
  /** Digest of what the browser holds that asked. */
  @PrimaryColumn("varchar", { length: 64 })
  id!: string;

  /** Digest of what its QR code holds; null where none is shown. */
  @Index({ unique: true })
  @Column("varchar", { length: 64, nullable: true })
  scanKey!: string | null;

  @Column("varchar", { length: 10 })
  intent!: WechatIntent;

  @Column("varchar", { length: 10 })
  state!: TicketState;

  /** It is held by a mini-program instead of the cookie of a browser. */
  @Column("boolean")
  isOfApp!: boolean;

  /** The member who binds; null for a sign-in. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User> | null;

  /** The person whom WeChat has named, as JSON; empty until then. */
  @Column("text")
  person!: string;

  /** Program of the browser that asked, which the phone is shown. */
  @Column("varchar", { length: 255 })
  userAgent!: string;

  /** Network of the browser that asked, without the part that names one machine. */
  @Column("varchar", { length: 64 })
  place!: string;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}
