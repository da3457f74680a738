import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 40;

/** A key pair of a member's device or key chain, of which the site knows the public half (WebAuthn). */
@Entity("passkeys")
@Index(["credentialKey"], { unique: true })
@Index(["userId"])
export class Passkey {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  user?: Relation<User>;

  /** Digest of the credential id, which may be longer than an index. */
  @Column("varchar", { length: 64 })
  credentialKey!: string;

  /** Id that the authenticator gave it, in base64url. */
  @Column("text")
  credentialId!: string;

  /** Public key as COSE, in base64url. */
  @Column("text")
  publicKey!: string;

  /** Number of signatures that the authenticator reported last; stays 0 for those that do not count. */
  @Column("integer")
  counter!: number;

  /** Ways in which a browser reaches it, separated by commas: hints for browsers alone. */
  @Column("varchar", { length: 100 })
  transports!: string;

  /** Copied to other devices of the member by its provider. */
  @Column("boolean")
  isBackedUp!: boolean;

  /** Random name of the member for authenticators; the same for all passkeys of a member. */
  @Column("varchar", { length: 64 })
  userHandle!: string;

  @Column("varchar", { length: PASSKEY_NAME_MAX })
  name!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}
