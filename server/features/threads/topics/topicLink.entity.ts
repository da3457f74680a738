import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { Topic } from "../../topics/topic.entity.ts";
import { Thread } from "../thread.entity.ts";

/** A visible thread names a topic. Threads that are hidden name none until they are seen again. */
@Entity("thread_topics")
@Index(["topicId", "createdAt", "threadId"])
export class ThreadTopic {
  @PrimaryColumn("integer")
  threadId!: number;

  @PrimaryColumn("integer")
  topicId!: number;

  /** Place of the topic among those of the thread. */
  @Column("int")
  sort!: number;

  /** The topic that the thread names in truth, if the link is there because that one was merged into this. */
  @Column("integer", { nullable: true })
  viaTopicId!: number | null;

  /** Of the thread. */
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @ManyToOne(() => Topic, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "topicId" })
  topic?: Relation<Topic>;
}
