import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Stands in place of an app for the id that all apps of one open-platform account share. */
export const UNION = "union";

/**
 * An id of a member's WeChat account: one for each app by which they came, and one for all together. All rows of a member
 * are one WeChat account.
 */
@Entity("wechat_accounts")
@Index(["app", "subject"], { unique: true })
@Index(["userId", "app"], { unique: true })
export class WechatAccount {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  user?: Relation<User>;

  /** Id of the app, or `union`. */
  @Column("varchar", { length: 64 })
  app!: string;

  /** Id of the person there, which never changes. */
  @Column("varchar", { length: 128 })
  subject!: string;

  /** Name at WeChat when it was bound, for the member to know it by; may be empty. */
  @Column("varchar", { length: 60 })
  nickname!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
