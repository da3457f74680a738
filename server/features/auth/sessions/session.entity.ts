import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Kind of client: a browser with cookie and companion token, or a program with a bearer token. */
export enum ClientKind {
  BROWSER = "BROWSER",
  API = "API",
}

/** A sign-in. Secrets are stored as SHA-256, so that reading the table opens no session. */
@Entity("sessions")
@Index(["tokenHash"], { unique: true })
@Index(["userId", "expiresAt"])
@Index(["expiresAt"])
export class Session {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 10 })
  client!: ClientKind;

  /** Of the cookie value for browsers, of the bearer token for programs. */
  @Column("varchar", { length: 64 })
  tokenHash!: string;

  /** Of the access token that a browser sends along; empty for programs. */
  @Column("varchar", { length: 64 })
  companionHash!: string;

  @Column("varchar", { length: 255 })
  userAgent!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3 })
  lastSeenAt!: Date;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;

  /** Last time at which the member proved who they are; null if that is not known. */
  @Column("datetime", { precision: 3, nullable: true })
  provenAt!: Date | null;

  /** Network that it was opened from, without the part that names one machine; for its owner. */
  @Column("varchar", { length: 60, default: "" })
  place!: string;
}
