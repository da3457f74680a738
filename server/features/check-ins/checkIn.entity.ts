import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Length of `YYYY-MM-DD`. */
const DAY_LENGTH = 10;

/** A member checked in on a day; the key lets them do so once. */
@Entity("check_ins")
export class CheckIn {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** `YYYY-MM-DD` in the time zone of the site. */
  @PrimaryColumn("varchar", { length: DAY_LENGTH })
  day!: string;

  /** Days in a row up to this one. */
  @Column("int")
  streak!: number;

  /** Most days in a row up to this one. */
  @Column("int")
  longest!: number;

  /** Days up to this one. */
  @Column("int")
  total!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
