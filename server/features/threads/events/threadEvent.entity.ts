import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import { Thread } from "../thread.entity.ts";

/** Room for the facts of an event as JSON, in UTF-16 units: a reason or a title whose every sign is escaped. */
const DATA_LENGTH = 2000;

/** Kinds of thread events. */
export enum ThreadEventKind {
  MOVED = "MOVED",
  LOCKED = "LOCKED",
  LOCKED_BY_ITSELF = "LOCKED_BY_ITSELF",
  OPENED = "OPENED",
  FEATURED = "FEATURED",
  UNFEATURED = "UNFEATURED",
  PINNED = "PINNED",
  UNPINNED = "UNPINNED",
  SLOW_MODE_ON = "SLOW_MODE_ON",
  SLOW_MODE_OFF = "SLOW_MODE_OFF",
  MERGED = "MERGED",
}
registerEnumType(ThreadEventKind, {
  name: "ThreadEventKind",
  description: "Kinds of what is done to a thread.",
  valuesConfig: {
    MOVED: { description: "It is in another category since." },
    LOCKED: { description: "It was locked by hand, or the reason of its lock was changed." },
    LOCKED_BY_ITSELF: { description: "Its time had come, or nobody replied for days; see `reason`." },
    OPENED: { description: "A locked thread was opened again." },
    FEATURED: { description: "It was featured." },
    UNFEATURED: { description: "It is no longer featured." },
    PINNED: { description: "It was pinned, or its pin got another end; see `until`." },
    UNPINNED: { description: "Its pin ended, by hand or, without `actor`, by itself." },
    SLOW_MODE_ON: { description: "Members wait between two replies since; see `seconds`." },
    SLOW_MODE_OFF: { description: "Members no longer wait." },
    MERGED: { description: "Another thread was merged into it; see `title`." },
  },
});

/** Something that was done to a thread, for its readers. */
@ObjectType("ThreadEvent", {
  simpleResolvers: true,
  description: "Something that staff, or the forum by itself, did to a thread.",
})
@Entity("thread_events")
@Index(["threadId", "createdAt", "id"])
export class ThreadEvent {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  thread?: Relation<Thread>;

  @Field(() => ThreadEventKind, { description: "What happened." })
  @Column("varchar", { length: 20 })
  kind!: ThreadEventKind;

  /** Null for what the forum did by itself. Not a field: see `actor` in the resolver. */
  @Column("integer", { nullable: true })
  actorId!: number | null;

  /** Declared for the foreign key only. Read people through `userById`, which batches. */
  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "actorId" })
  actorRow?: Relation<User> | null;

  @Field(() => GraphQLISODateTime, { description: "When it took effect." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Facts that belong to its kind as JSON; see `EventFacts`. */
  @Column("varchar", { length: DATA_LENGTH })
  dataJson!: string;
}

/** Facts that belong to some kinds of events, as they are stored. */
export interface EventFacts {
  readonly fromCategoryId?: number;
  readonly toCategoryId?: number;
  /** Reason of a lock by hand. */
  readonly reason?: string;
  /** Days without a reply after which it was locked by itself. */
  readonly afterDays?: number;
  /** End of a pin, as ISO 8601. */
  readonly until?: string;
  /** Pause between two replies. */
  readonly seconds?: number;
  /** Title of the thread that was merged into it, as it was then. */
  readonly title?: string;
}

/** Reads the facts of an event. */
export function factsOf({ dataJson }: Pick<ThreadEvent, "dataJson">): EventFacts {
  return JSON.parse(dataJson) as EventFacts;
}
