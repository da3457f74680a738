import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** How much a member has not read: private messages, and notices by type. Kept, so that asking reads one row. */
@Entity("unread_counts")
export class UnreadRow {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("int")
  dialog!: number;

  @Column("int")
  system!: number;

  @Column("int")
  related!: number;

  @Column("int")
  replied!: number;

  @Column("int")
  liked!: number;

  @Column("int")
  rewarded!: number;

  @Column("int")
  receiveredpacket!: number;

  @Column("int")
  threadrewarded!: number;

  @Column("int")
  threadrewardedexpired!: number;

  @Column("int")
  withdrawal!: number;

  @Column("int")
  questioned!: number;
}
