import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import { Cents } from "../../../core/money.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";

/** The money of a member. */
@ObjectType("Wallet", { simpleResolvers: true, description: "The money of a member." })
export class Wallet {
  /** The member. */
  @Field(() => ID, { description: "Id of the member whose wallet it is." })
  id!: number;

  @Field(() => Cents, { description: "What the member may spend, in cents." })
  balanceCents!: number;

  @Field(() => Cents, { description: "What is set aside for something, in cents; not part of the balance." })
  frozenCents!: number;
}

/** One line of a wallet: a movement of money as it changed it. */
@ObjectType("WalletEntry", {
  simpleResolvers: true,
  description: "A movement of money as it changed the wallet of a member.",
})
export class WalletEntry {
  @Field(() => ID, { description: "The movement and the member." })
  id!: string;

  @Field(() => TransactionKind, { description: "What kind of movement it was." })
  kind!: TransactionKind;

  @Field(() => String, { description: "Reason that was given for it; empty if there is none." })
  memo!: string;

  @Field(() => Cents, { description: "Change of the balance, in cents; below zero for what was spent." })
  balanceChangeCents!: number;

  @Field(() => Cents, { description: "Change of what is set aside, in cents." })
  frozenChangeCents!: number;

  @Field(() => GraphQLISODateTime, { description: "When it happened." })
  createdAt!: Date;

  userId!: number;

  actorId!: number;

  /** Place in the list. */
  transactionId!: number;
}

/** Lines of a wallet by pages. */
export const WalletEntryConnection = connectionType("WalletEntry", () => WalletEntry);

/** All money of members, for administrators. */
@ObjectType("FundsOverview", {
  simpleResolvers: true,
  description: "The money of all members, and whether the books balance. For administrators.",
})
export class FundsOverview {
  @Field(() => Cents, { description: "What members may spend, in cents." })
  balanceCents!: number;

  @Field(() => Cents, { description: "What is set aside, in cents." })
  frozenCents!: number;

  @Field(() => Cents, {
    description: "What administrators gave out, less what they took back, in cents.",
  })
  adjustedCents!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Last check of the books; null before the first.",
  })
  checkedAt!: Date | null;

  @Field(() => [String], {
    description: "What the last check found wrong; while there is anything, no money leaves the site.",
  })
  violations!: string[];
}
