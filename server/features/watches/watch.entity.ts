import { registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Kinds of things that can be watched. */
export enum WatchTarget {
  THREAD = "THREAD",
  CATEGORY = "CATEGORY",
  MEMBER = "MEMBER",
  TOPIC = "TOPIC",
}
registerEnumType(WatchTarget, {
  name: "WatchTarget",
  description: "What can be watched.",
  valuesConfig: {
    THREAD: { description: "A thread." },
    CATEGORY: { description: "A category." },
    MEMBER: { description: "A member." },
    TOPIC: { description: "A topic." },
  },
});

/** Levels of watching. */
export enum WatchLevel {
  /** Everything new: replies of a thread, threads of a category, member or topic. */
  WATCHING = "WATCHING",
  /** Events that concern the member alone: answers and mentions. */
  NORMAL = "NORMAL",
  /** Nothing, not even that; only what staff has to say. */
  MUTED = "MUTED",
}
registerEnumType(WatchLevel, {
  name: "WatchLevel",
  description: "How closely something is watched.",
  valuesConfig: {
    WATCHING: { description: "Everything new: replies of a thread, threads of a category, member or topic." },
    NORMAL: { description: "What concerns oneself: answers and mentions." },
    MUTED: { description: "Nothing but what staff has to say." },
  },
});

/** A member's level for one target, where they chose one. */
@Entity("watches")
@Index(["target", "targetId", "level", "userId"])
@Index(["userId", "target", "changedAt", "targetId"])
export class Watch {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @PrimaryColumn("varchar", { length: 10 })
  target!: WatchTarget;

  @PrimaryColumn("integer")
  targetId!: number;

  @Column("varchar", { length: 16 })
  level!: WatchLevel;

  @Column("datetime", { precision: 3 })
  changedAt!: Date;
}

/** A member's choice for all future replies; without a row the preset holds. */
@Entity("watch_choices")
export class WatchChoice {
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** Threads that the member replies to are watched from then on. */
  @Column("boolean")
  watchReplied!: boolean;

  @Column("datetime", { precision: 3 })
  changedAt!: Date;
}
