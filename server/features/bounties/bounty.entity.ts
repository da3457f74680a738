import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
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
import { Cents } from "../../core/money.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Ways to settle what is left of a bounty when its time is over. */
export enum BountyRest {
  RETURN = "RETURN",
  SHARE = "SHARE",
}
registerEnumType(BountyRest, {
  name: "BountyRest",
  description: "Ways to settle what is left of a bounty when its time is over.",
  valuesConfig: {
    RETURN: { description: "It goes back to who offered it." },
    SHARE: {
      description:
        "It is divided between those who replied, by the likes of their best reply; evenly if none has likes. It goes back if nobody replied.",
    },
  },
});

/** States of a bounty. */
export enum BountyState {
  OPEN = "OPEN",
  FINISHED = "FINISHED",
  ENDED = "ENDED",
}
registerEnumType(BountyState, {
  name: "BountyState",
  description: "States of a bounty.",
  valuesConfig: {
    OPEN: { description: "Has money that can be given to replies." },
    FINISHED: { description: "All of it was given." },
    ENDED: { description: "Its time is over; what was left goes back, or is divided." },
  },
});

/** Money that the author of a thread gives to the replies that they choose. It lies in a hold of the author. */
@ObjectType("Bounty", {
  simpleResolvers: true,
  description: "Money that the author of a thread gives to the replies that they choose.",
})
@Entity("bounties")
@Index(["threadId"], { unique: true })
@Index(["state", "endsAt"])
export class Bounty {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  /** The author of the thread, whose money it is. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  @Field(() => BountyRest, { description: "What becomes of the rest." })
  @Column("varchar", { length: 20 })
  rest!: BountyRest;

  @Field(() => Cents, { description: "All of it, in cents." })
  @Column("integer")
  totalCents!: number;

  @Field(() => Cents, {
    description: "What no reply has been given, in cents; once it has ended, what went back.",
  })
  @Column("integer")
  remainingCents!: number;

  @Field(() => Int, { description: "How often something of it was given." })
  @Column("int")
  giftCount!: number;

  /** Not a field: a bounty ends before the job says so. See `stateOf`. */
  @Column("varchar", { length: 20 })
  state!: BountyState;

  @Field(() => GraphQLISODateTime, { description: "When it was offered." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Until when it can be given." })
  @Column("datetime", { precision: 3 })
  endsAt!: Date;
}

/** A part of a bounty that a reply was given. */
@ObjectType("BountyGift", {
  simpleResolvers: true,
  description: "A part of a bounty that a reply was given.",
})
@Entity("bounty_gifts")
@Index(["postId"])
@Index(["userId"])
export class BountyGift {
  @PrimaryColumn("integer")
  bountyId!: number;

  @ManyToOne(() => Bounty, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "bountyId" })
  bountyRow?: Relation<Bounty>;

  @Field(() => Int, { description: "Its place among the gifts of the bounty: 1, 2, 3 …" })
  @PrimaryColumn("int")
  sequence!: number;

  @Column("integer")
  postId!: number;

  @ManyToOne(() => Post, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "postId" })
  postRow?: Relation<Post>;

  /** The author of the reply. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  @Field(() => Cents, { description: "How much it is, in cents." })
  @Column("integer")
  amountCents!: number;

  @Field(() => Boolean, { description: "True if it was divided by likes at the end, and not chosen." })
  @Column("boolean")
  isShared!: boolean;

  @Field(() => GraphQLISODateTime, { description: "When it was given." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** Gives the state of a bounty at a time: it ends by itself. */
export function stateOf({ state, endsAt }: Pick<Bounty, "state" | "endsAt">, now: Date): BountyState {
  return state === BountyState.OPEN && endsAt <= now ? BountyState.ENDED : state;
}
