import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Longest name of what an entitlement comes from, in characters. */
const SOURCE_MAX = 120;

/** Kinds of objects that a member may be entitled to. */
export enum EntitledObject {
  THREAD = "THREAD",
  /** Getting the files of a thread; objects are threads. */
  ATTACHMENT = "ATTACHMENT",
  /** Being a member of a paid site; objects are its periods, one after the other, counted per member from 1. */
  SITE = "SITE",
  /** Being in a group that is paid for; objects are periods, counted per member from 1, and `groupId` is the group. */
  GROUP = "GROUP",
  /** Reading the answer to the question of a thread; objects are threads. */
  ANSWER = "ANSWER",
}

/** The right of a member to something that others have to buy. */
@Entity("entitlements")
@Index(["userId", "objectKind", "objectId"], { unique: true })
@Index(["groupId", "endsAt"])
export class Entitlement {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 20 })
  objectKind!: EntitledObject;

  @Column("integer")
  objectId!: number;

  /** The group of a period; null for everything else. No foreign key: a period outlives its group. */
  @Column("integer", { nullable: true })
  groupId!: number | null;

  /** Names what it comes from, such as `order:5`. */
  @Column("varchar", { length: SOURCE_MAX })
  source!: string;

  @Column("datetime", { precision: 3 })
  startsAt!: Date;

  /** End of the right; null for none. */
  @Column("datetime", { precision: 3, nullable: true })
  endsAt!: Date | null;
}
