import { registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";

/** Rules by which a text waits for a moderator. */
export enum HoldReason {
  FIRST_TEXTS = "FIRST_TEXTS",
  SIGNS = "SIGNS",
  REPORTS = "REPORTS",
  CHECKING = "CHECKING",
  CHECK = "CHECK",
  UNCHECKED = "UNCHECKED",
}
registerEnumType(HoldReason, {
  name: "HoldReason",
  description: "Rules by which a text waits for a moderator.",
  valuesConfig: {
    FIRST_TEXTS: { description: "It is among the first texts of its author." },
    SIGNS: { description: "It looks like spam of a new member." },
    REPORTS: { description: "Members reported it." },
    CHECKING: { description: "The outside service has not passed it yet." },
    CHECK: { description: "The outside service found something in it." },
    UNCHECKED: { description: "The outside service did not answer about it." },
  },
});

/** The rule because of which a thread or reply waits for a moderator, or waited before. */
@Entity("content_holds")
@Index(["targetKey"], { unique: true })
@Index(["threadId"])
@Index(["postId"])
export class ContentHold {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** `t12` for a thread, `p34` for a reply. */
  @Column("varchar", { length: 24 })
  targetKey!: string;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread> | null;

  /** A reply; null for a thread. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  @ManyToOne(() => Post, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  post?: Relation<Post> | null;

  @Column("varchar", { length: 12 })
  reason!: HoldReason;

  /** Score of the signs or of the reports; 0 for first texts. */
  @Column("int")
  score!: number;

  /** Reports that hid it. */
  @Column("int")
  reportCount!: number;

  /** Id of the last report that counted; later ones count for the next time. 0 for other rules. */
  @Column("integer")
  lastReportId!: number;

  @Column("datetime", { precision: 3 })
  heldAt!: Date;

  /** Time of the decision of the moderators, and of the reports that were handled with it; null before. */
  @Column("datetime", { precision: 3, nullable: true })
  decidedAt!: Date | null;
}
