import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../user.entity.ts";

/** One member follows another. */
@Entity("follows")
@Index(["toUserId", "createdAt"])
@Index(["fromUserId", "createdAt"])
export class Follow {
  @PrimaryColumn("integer")
  fromUserId!: number;

  @PrimaryColumn("integer")
  toUserId!: number;

  /** True if the other follows back; the same on both rows. */
  @Column("boolean")
  isMutual!: boolean;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "fromUserId" })
  fromUser?: Relation<User>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "toUserId" })
  toUser?: Relation<User>;
}

/** One member blocks another. */
@Entity("blocks")
@Index(["userId", "createdAt"])
@Index(["blockedUserId"])
export class Block {
  @PrimaryColumn("integer")
  userId!: number;

  @PrimaryColumn("integer")
  blockedUserId!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "blockedUserId" })
  blockedUser?: Relation<User>;
}

/** States of following somebody, with their numbers for old clients (spec §4). */
export enum FollowState {
  NONE = 0,
  FOLLOWED = 1,
  MUTUAL = 2,
}
