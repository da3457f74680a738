import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Aim of a code: one that was asked for one thing does nothing else. */
export enum CodePurpose {
  /** Mailed; signs in. */
  MAIL_SIGN_IN = "MAIL_SIGN_IN",
  /** By text message; signs in, or registers. */
  PHONE_SIGN_IN = "PHONE_SIGN_IN",
  /** By text message to a number that is bound to the account. */
  PHONE_BIND = "PHONE_BIND",
  /** By text message to the number of the account, as a proof of identity. */
  PHONE_PROOF = "PHONE_PROOF",
  /** By text message; sets a new password. */
  PHONE_RESET = "PHONE_RESET",
}

/**
 * A request for a code. The code is stored nowhere: it is made with the key of the forum when it is sent and when it is
 * compared (docs/decisions/0263). Requests for accounts that do not exist have a row like all others.
 */
@Entity("one_time_codes")
@Index(["expiresAt"])
@Index(["userId"])
export class OneTimeCode {
  /** Digest of what the asking browser was given: a code works there alone. */
  @PrimaryColumn("varchar", { length: 64 })
  id!: string;

  @Column("varchar", { length: 20 })
  purpose!: CodePurpose;

  /** Digest of the account as it was typed, or of the phone number. */
  @Column("varchar", { length: 64 })
  account!: string;

  /** The member whom it was mailed to, or who asked; null before that, for unknown accounts and for visitors. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User> | null;

  /** Digest of password and address when it was mailed: a change of either makes it worthless. Empty for phones. */
  @Column("varchar", { length: 64 })
  state!: string;

  @Column("int")
  guesses!: number;

  @Column("datetime", { precision: 3 })
  issuedAt!: Date;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}
