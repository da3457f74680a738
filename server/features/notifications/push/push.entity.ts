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
import { User } from "../../users/user.entity.ts";

/** The one row of `push_keys`. */
export const ONLY_KEY_ID = 1;

/** The key pair that the site proves itself with to push services (RFC 8292); made once. */
@Entity("push_keys")
export class PushKey {
  @PrimaryColumn("int")
  id!: number;

  /** Uncompressed point of P-256 as base64url; browsers are given it. */
  @Column("varchar", { length: 100 })
  publicKey!: string;

  /** Sealed. */
  @Column("varchar", { length: 255 })
  privateKey!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** A browser that wants to be told; it ends with the session in which it was asked for. */
@Entity("push_subscriptions")
@Index(["endpointHash"], { unique: true })
@Index(["userId", "id"])
@Index(["sessionId"])
export class PushSubscription {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** The session may be gone before this row is. */
  @Column("integer")
  sessionId!: number;

  /** SHA-256 as hex: an endpoint is an address that whoever knows it may send to. */
  @Column("varchar", { length: 64 })
  endpointHash!: string;

  /** `PushTarget` as JSON, sealed. */
  @Column("text")
  sealed!: string;

  @Column("varchar", { length: 255 })
  userAgent!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** When a notification reached its push service last. */
  @Column("datetime", { precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}
