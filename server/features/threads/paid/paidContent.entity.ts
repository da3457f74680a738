import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { Thread } from "../thread.entity.ts";

/**
 * The whole text of a thread with a price. The row of the thread has the free part alone, so that lists, search, pages,
 * feeds and notifications cannot show more, whoever reads them.
 */
@Entity("paid_contents")
export class PaidContent {
  @PrimaryColumn("integer")
  threadId!: number;

  @OneToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  /** Markdown. */
  @Column("text")
  body!: string;

  @Column("text")
  bodyHtml!: string;

  /** Rules that made bodyHtml; an older text is rendered when it is read. */
  @Column("int")
  markdownVersion!: number;
}
