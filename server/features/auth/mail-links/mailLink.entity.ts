import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Aim of a mailed link. */
export enum LinkPurpose {
  PASSWORD = "PASSWORD",
}

/**
 * A mailed link that has not been used. The token itself is stored nowhere: it is signed with the key of the forum when
 * the mail is sent (docs/decisions/0260). A later link of the same purpose takes the place of the one before.
 */
@Entity("mail_links")
@Index(["expiresAt"])
export class MailLink {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @PrimaryColumn("varchar", { length: 20 })
  purpose!: LinkPurpose;

  @Column("datetime", { precision: 3 })
  issuedAt!: Date;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;

  /** Digest of password and address when it was issued: a change of either makes the link worthless. */
  @Column("varchar", { length: 64 })
  state!: string;
}
