import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** An authenticator whose codes a member gives beside the password. */
@Entity("second_factors")
export class SecondFactor {
  @PrimaryColumn("integer")
  userId!: number;

  @OneToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** Sealed; base64url of the bytes. */
  @Column("varchar", { length: 255 })
  secret!: string;

  /** Step of the last code that was used: no code works twice. */
  @Column("int")
  lastStep!: number;

  /** Digests of the recovery codes that are left, as JSON. */
  @Column("text")
  recoveryCodes!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Time at which its first code was given; null while it is being set up and asks for nothing yet. */
  @Column("datetime", { precision: 3, nullable: true })
  confirmedAt!: Date | null;
}
