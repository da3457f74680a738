import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** The six digits by which a member agrees to a payment. */
@Entity("pay_passwords")
export class PayPassword {
  @PrimaryColumn("integer")
  userId!: number;

  @OneToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** Random, as hex. */
  @Column("varchar", { length: 32 })
  salt!: string;

  /** HMAC by the key of the forum, as hex; see decision 0302. */
  @Column("varchar", { length: 64 })
  digest!: string;

  @Column("datetime", { precision: 3 })
  changedAt!: Date;
}
