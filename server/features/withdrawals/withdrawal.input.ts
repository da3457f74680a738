import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { Cents } from "../../core/money.ts";

/** Money that a member wants to have paid out. */
@InputType("RequestWithdrawalInput", { description: "Money that the viewer wants to have paid out." })
export class RequestWithdrawalInput {
  @Field(() => Cents, { description: "What the wallet gives, in cents, the fee included." })
  amountCents!: number;

  @Field(() => String, {
    description: "Where the money goes: a bank account or the like with its name; at most 200 characters.",
  })
  receiveAccount!: string;

  @Field(() => String, { description: "The six digits of the viewer." })
  payPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: the same request with the same key withdraws once.",
  })
  idempotencyKey?: string | null;
}

/** Decisions about a withdrawal. */
export enum WithdrawalDecision {
  APPROVE = "APPROVE",
  REFUSE = "REFUSE",
  PAID = "PAID",
  FAILED = "FAILED",
}
registerEnumType(WithdrawalDecision, {
  name: "WithdrawalDecision",
  description: "Decisions about a withdrawal.",
  valuesConfig: {
    APPROVE: { description: "One that waits will be paid out." },
    REFUSE: { description: "One that waits is not paid out; all of it comes back. Needs a reason." },
    PAID: { description: "An approved one was paid out by hand. Needs the reference of the payment." },
    FAILED: { description: "An approved one cannot be paid out; all of it comes back. Needs a reason." },
  },
});

/** A decision of an administrator about a withdrawal. */
@InputType("DecideWithdrawalInput", { description: "A decision about a withdrawal." })
export class DecideWithdrawalInput {
  @Field(() => ID, { description: "The withdrawal." })
  id!: string;

  @Field(() => WithdrawalDecision, { description: "What becomes of it." })
  decision!: WithdrawalDecision;

  @Field(() => String, {
    defaultValue: "",
    description: "Reason or reference of the payment; the member reads it. At most 200 characters.",
  })
  note!: string;
}
