import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { Cents } from "../../core/money.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** States of a question. */
export enum QuestionState {
  OPEN = "OPEN",
  ANSWERED = "ANSWERED",
  EXPIRED = "EXPIRED",
}
registerEnumType(QuestionState, {
  name: "QuestionState",
  description: "States of a question to a member.",
  valuesConfig: {
    OPEN: { description: "Waits for its answer." },
    ANSWERED: { description: "Was answered and paid." },
    EXPIRED: { description: "Was not answered in time; the money goes back." },
  },
});

/** A question to one member, who is paid for the answer. Its text is the thread; its money lies in a hold of the asker. */
@ObjectType("Question", {
  simpleResolvers: true,
  description: "A question to one member, who is paid for the answer. Its text is the thread.",
})
@Entity("questions")
@Index(["threadId"], { unique: true })
@Index(["state", "endsAt"])
@Index(["answererId", "state"])
export class Question {
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
  askerId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "askerId" })
  askerRow?: Relation<User>;

  /** The member who is asked. */
  @Column("integer")
  answererId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "answererId" })
  answererRow?: Relation<User>;

  @Field(() => Cents, { description: "What the answer is paid with, in cents." })
  @Column("integer")
  amountCents!: number;

  @Field(() => Cents, {
    description: "Price of reading the answer for everybody else, in cents; 0 if everybody reads it.",
  })
  @Column("integer")
  onlookerCents!: number;

  @Field(() => Int, { description: "Members who have paid for reading the answer." })
  @Column("int")
  onlookerCount!: number;

  /** Not a field: a question expires before the job says so. See `stateOf`. */
  @Column("varchar", { length: 20 })
  state!: QuestionState;

  @Field(() => GraphQLISODateTime, { description: "When it was asked." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Until when it can be answered." })
  @Column("datetime", { precision: 3 })
  endsAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was answered; null while it is not.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  answeredAt!: Date | null;
}

/**
 * The answer to a question. In a table of its own, which `questions` alone reads, so that no list, search, page, feed or
 * notification can show it to who has not paid.
 */
@Entity("question_answers")
export class QuestionAnswer {
  @PrimaryColumn("integer")
  questionId!: number;

  @OneToOne(() => Question, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "questionId" })
  questionRow?: Relation<Question>;

  /** Markdown. */
  @Column("text")
  body!: string;

  @Column("text")
  bodyHtml!: string;

  /** Rules that made bodyHtml; an older text is rendered when it is read. */
  @Column("int")
  markdownVersion!: number;
}

/** Gives the state of a question at a time: it expires by itself. */
export function stateOf({ state, endsAt }: Pick<Question, "state" | "endsAt">, now: Date): QuestionState {
  return state === QuestionState.OPEN && endsAt <= now ? QuestionState.EXPIRED : state;
}
