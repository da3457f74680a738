import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../../users/user.entity.ts";

/** What a member has chosen to hear of, and where; without a row everything is as preset. */
@Entity("notice_preferences")
export class NotificationPreference {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** `NotificationChoices` as JSON. */
  @Column("text")
  choices!: string;

  @Column("datetime", { precision: 3 })
  changedAt!: Date;
}
