import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { REASON_MAX } from "../../core/reason.ts";
import { User } from "../users/user.entity.ts";

/** Longest description of the account that gets the money, in characters. */
export const RECEIVE_ACCOUNT_MAX = 200;

/** States of a withdrawal (legacy-facts 4.10). */
export enum WithdrawalState {
  PENDING = "PENDING",
  APPROVED = "APPROVED",
  REFUSED = "REFUSED",
  PAID = "PAID",
  FAILED = "FAILED",
}
registerEnumType(WithdrawalState, {
  name: "WithdrawalState",
  description: "States of a withdrawal.",
  valuesConfig: {
    PENDING: { description: "Waits for the review." },
    APPROVED: { description: "Will be paid out by hand." },
    REFUSED: { description: "Not approved; all of it came back." },
    PAID: { description: "Paid out." },
    FAILED: { description: "Could not be paid out; all of it came back." },
  },
});

/** A member's wish to have money of the wallet paid out. */
@ObjectType("Withdrawal", {
  simpleResolvers: true,
  description: "A member's wish to have money of the wallet paid out; for the member and for administrators.",
})
@Entity("withdrawals")
@Index(["userId", "id"])
@Index(["userId", "createdAt"])
@Index(["state", "id"])
export class Withdrawal {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  @Field(() => WithdrawalState, { description: "Its state." })
  @Column("varchar", { length: 20 })
  state!: WithdrawalState;

  @Field(() => Cents, { description: "What the wallet gives, in cents, the fee included." })
  @Column("integer")
  amountCents!: number;

  @Field(() => Cents, { description: "The site's fee, in cents; the rest is paid out." })
  @Column("integer")
  feeCents!: number;

  @Field(() => String, { description: "Where the money goes, in the member's words." })
  @Column("varchar", { length: RECEIVE_ACCOUNT_MAX })
  receiveAccount!: string;

  @Field(() => String, {
    description: "Why it was refused or failed, or the reference of the payment; empty before.",
  })
  @Column("varchar", { length: REASON_MAX })
  note!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was asked for." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When its state changed last." })
  @Column("datetime", { precision: 3, nullable: true })
  decidedAt!: Date | null;
}
