import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Longest key of something that waits for a decision: a letter and an id. */
export const REVIEW_KEY_MAX = 24;

/** A moderator looks at something that waits for a decision, so that nobody else does the same meanwhile. */
@Entity("review_claims")
export class ReviewClaim {
  /** `t5` for a thread, `p5` for a reply, `r5` for a report. */
  @PrimaryColumn("varchar", { length: REVIEW_KEY_MAX })
  targetKey!: string;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}
