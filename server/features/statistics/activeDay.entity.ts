import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** A member was here on a day. */
@Entity("active_days")
@Index(["userId", "day"])
export class ActiveDay {
  /** `YYYY-MM-DD` in UTC. */
  @PrimaryColumn("varchar", { length: 10 })
  day!: string;

  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** Time of the first look that saw the member on this day. */
  @Column("datetime", { precision: 3 })
  seenAt!: Date;
}
