import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** A notice that its receiver has deleted, whole, for the minutes in which that can be undone. */
@Entity("deleted_notices")
@Index(["deletedAt"])
export class DeletedNotice {
  /** That of the notice, which it gets back. */
  @PrimaryColumn("integer")
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 24 })
  type!: string;

  @Column("varchar", { length: 40 })
  kind!: string;

  @Column("int")
  entry!: number;

  @Column("integer", { nullable: true })
  actorId!: number | null;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Column("varchar", { length: 20 })
  why!: string;

  @Column("varchar", { length: 60 })
  groupKey!: string;

  @Column("int")
  times!: number;

  @Column("text")
  data!: string;

  @Column("datetime", { precision: 3, nullable: true })
  readAt!: Date | null;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3 })
  deletedAt!: Date;
}
