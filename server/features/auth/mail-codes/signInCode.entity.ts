import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/**
 * A request for a mailed code. The code is stored nowhere: it is made with the key of the forum when the mail is sent and
 * when it is compared (docs/decisions/0263). Requests for accounts that do not exist have a row like all others.
 */
@Entity("sign_in_codes")
@Index(["expiresAt"])
@Index(["userId"])
export class SignInCode {
  /** Digest of what the asking browser was given: a code works there alone. */
  @PrimaryColumn("varchar", { length: 64 })
  id!: string;

  /** Digest of the account as it was typed. */
  @Column("varchar", { length: 64 })
  account!: string;

  /** The member whom the code was mailed to; null before that, and for accounts without a proven address. */
  @Column("integer", { nullable: true })
  userId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User> | null;

  /** Digest of password and address when it was mailed: a change of either makes the code worthless. */
  @Column("varchar", { length: 64 })
  state!: string;

  @Column("int")
  guesses!: number;

  @Column("datetime", { precision: 3 })
  issuedAt!: Date;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}
