import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import { REFERENCE_MAX } from "./transaction.entity.ts";

/**
 * Money of a member that is set aside for something: a red packet, a bounty, a withdrawal under review. It lies in the
 * member's frozen account; parts of it are paid out, and what is left comes back.
 */
@Entity("money_holds")
@Index(["reference"], { unique: true })
@Index(["userId", "remainingCents"])
@Index(["expiresAt"])
export class MoneyHold {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** Names what the money is set aside for, such as `withdrawal:5`. */
  @Column("varchar", { length: REFERENCE_MAX })
  reference!: string;

  @Column("integer")
  amountCents!: number;

  /** Cents that have neither been paid out nor come back; 0 once the hold is settled. */
  @Column("integer")
  remainingCents!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Time after which what is left may come back; null for never. */
  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;
}
