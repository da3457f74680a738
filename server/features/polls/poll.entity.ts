import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Longest title of a poll (legacy-facts 4.6), in characters. */
export const POLL_TITLE_MAX = 25;
/** Longest text of an option (legacy-facts 4.6), in characters. */
export const OPTION_MAX = 50;
/** Fewest and most options of a poll (legacy-facts 4.6). */
export const [OPTIONS_MIN, OPTIONS_MAX] = [2, 20] as const;

/** Kinds of polls by what a vote says. */
export enum PollKind {
  SINGLE = "SINGLE",
  MULTIPLE = "MULTIPLE",
  RANKED = "RANKED",
}
registerEnumType(PollKind, {
  name: "PollKind",
  description: "Kinds of polls by what a vote says.",
  valuesConfig: {
    SINGLE: { description: "One option." },
    MULTIPLE: { description: "One or more options, all alike." },
    RANKED: { description: "One or more options, the preferred first; counted by instant runoff." },
  },
});

/** Times from which the results of a poll are shown. */
export enum PollResultsVisible {
  ALWAYS = "ALWAYS",
  AFTER_VOTE = "AFTER_VOTE",
  AFTER_END = "AFTER_END",
}
registerEnumType(PollResultsVisible, {
  name: "PollResultsVisible",
  description:
    "Times from which the results of a poll are shown. Until then nobody sees them, staff included.",
  valuesConfig: {
    ALWAYS: { description: "From the beginning." },
    AFTER_VOTE: { description: "To those who have voted; to everybody once the poll has ended." },
    AFTER_END: { description: "Once the poll has ended." },
  },
});

/** A poll of a thread. */
@ObjectType("Poll", { simpleResolvers: true, description: "A poll of a thread." })
@Entity("polls")
@Index(["threadId"], { unique: true })
export class Poll {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  @Field(() => String, { description: "Its question; empty if the title of the thread asks it." })
  @Column("varchar", { length: POLL_TITLE_MAX * 2 })
  title!: string;

  @Field(() => PollKind, { description: "What a vote says." })
  @Column("varchar", { length: 20 })
  kind!: PollKind;

  @Field(() => Boolean, { description: "Nobody sees who voted, staff included." })
  @Column("boolean")
  isSecret!: boolean;

  @Field(() => PollResultsVisible, { description: "From when the results are shown." })
  @Column("varchar", { length: 20 })
  resultsVisible!: PollResultsVisible;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When voting ends, or has ended; null if nothing ends it but its author.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  endsAt!: Date | null;

  /** Not a field: it may be hidden. */
  @Column("int")
  voterCount!: number;

  /** Those of the voters of whom only the number came from another forum. */
  @Column("int")
  namelessVoterCount!: number;

  /** Grows with every change of votes, so that a computed result can be cached. */
  @Column("int")
  version!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** An option of a poll. */
@Entity("poll_options")
@Index(["pollId", "position"], { unique: true })
export class PollOption {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  pollId!: number;

  @ManyToOne(() => Poll, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pollId" })
  pollRow?: Relation<Poll>;

  /** From 1. */
  @Column("int")
  position!: number;

  @Column("varchar", { length: OPTION_MAX * 2 })
  text!: string;

  /** Votes for it; of a ranked poll those that prefer it to all others. */
  @Column("int")
  voteCount!: number;

  /** Those of the votes of which only the number came from another forum. */
  @Column("int")
  namelessCount!: number;
}

/** An option that a member voted for: one row for each. */
@Entity("poll_votes")
@Index(["optionId", "userId"], { unique: true })
@Index(["userId"])
export class PollVote {
  @PrimaryColumn("integer")
  pollId!: number;

  @ManyToOne(() => Poll, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pollId" })
  pollRow?: Relation<Poll>;

  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  /** From 1: the preference of a ranked poll, the order of the options elsewhere. */
  @PrimaryColumn("int")
  place!: number;

  @Column("integer")
  optionId!: number;

  @ManyToOne(() => PollOption, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "optionId" })
  optionRow?: Relation<PollOption>;

  @Column("datetime", { precision: 3 })
  votedAt!: Date;
}

/** True if the time of a poll is over. */
export function hasEnded({ endsAt }: Pick<Poll, "endsAt">, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}
