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

/** Push subscription of a browser; it ends with the session in which it was made. */
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

  /** No foreign key: the session may be deleted before this row is. */
  @Column("integer")
  sessionId!: number;

  /** SHA-256 as hex; the endpoint itself is a secret. */
  @Column("varchar", { length: 64 })
  endpointHash!: string;

  /** `PushTarget` as JSON, sealed. */
  @Column("text")
  sealed!: string;

  @Column("varchar", { length: 255 })
  userAgent!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Time at which the push service last accepted a notification. */
  @Column("datetime", { precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}
