import { registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** What can be watched. */
export enum WatchTarget {
  THREAD = "THREAD",
  CATEGORY = "CATEGORY",
  MEMBER = "MEMBER",
}
registerEnumType(WatchTarget, { name: "WatchTarget", description: "What can be watched." });

/** How closely something is watched. */
export enum WatchLevel {
  /** Everything new: replies of a thread, threads of a category or member. */
  WATCHING = "WATCHING",
  /** What concerns oneself: answers and mentions. */
  NORMAL = "NORMAL",
  /** Nothing, not even that; only what staff has to say. */
  MUTED = "MUTED",
}
registerEnumType(WatchLevel, {
  name: "WatchLevel",
  description: "How closely something is watched.",
  valuesConfig: {
    WATCHING: { description: "Everything new: replies of a thread, threads of a category or member." },
    NORMAL: { description: "What concerns oneself: answers and mentions." },
    MUTED: { description: "Nothing but what staff has to say." },
  },
});

/** How closely a member watches something, where they have said so. */
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

/** What a member has chosen for all that they will do; without a row everything is as preset. */
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
