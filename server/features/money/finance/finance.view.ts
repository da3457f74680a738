import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Cents } from "../../../core/money.ts";
import { connectionType } from "../../../core/paging.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";

/** Figures of the site's money that are sums of entries. */
export enum FinanceFigure {
  INCOME = "INCOME",
  WITHDRAWN = "WITHDRAWN",
  PROFIT = "PROFIT",
  FEES = "FEES",
  ROYALTIES = "ROYALTIES",
  REGISTRATIONS = "REGISTRATIONS",
  GROUPS = "GROUPS",
}
registerEnumType(FinanceFigure, {
  name: "FinanceFigure",
  description: "Figures of the site's money that are sums of entries.",
  valuesConfig: {
    INCOME: { description: "What members paid by orders, whoever got it, without what was refunded." },
    WITHDRAWN: { description: "What left the site, fees included." },
    PROFIT: { description: "Fees, royalties, registrations and groups together." },
    FEES: { description: "Fees of withdrawals." },
    ROYALTIES: { description: "The site's part of tips and of what was sold." },
    REGISTRATIONS: { description: "The site's part of what was paid for joining and staying." },
    GROUPS: { description: "Prices of groups." },
  },
});

/** The money of the site in figures. */
@ObjectType("FinanceOverview", {
  simpleResolvers: true,
  description: "The money of the site in figures, added up from the books. For administrators.",
})
export class FinanceOverview {
  @Field(() => Cents, {
    description: "What members paid by orders, whoever got it, without what was refunded; in cents.",
  })
  incomeCents!: number;

  @Field(() => Cents, { description: "What left the site, fees included, in cents." })
  withdrawnCents!: number;

  @Field(() => Cents, { description: "What lies in wallets, frozen or not, in cents." })
  walletCents!: number;

  @Field(() => Cents, { description: "Fees, royalties, registrations and groups together, in cents." })
  profitCents!: number;

  @Field(() => Cents, { description: "Fees of withdrawals, in cents." })
  feeCents!: number;

  @Field(() => Cents, { description: "The site's part of tips and of what was sold, in cents." })
  royaltyCents!: number;

  @Field(() => Cents, {
    description: "The site's part of what was paid for joining and staying, in cents.",
  })
  registrationCents!: number;

  @Field(() => Cents, { description: "Prices of groups, in cents." })
  groupCents!: number;

  @Field(() => Int, { description: "Orders, whatever became of them." })
  orderCount!: number;
}

/** The money of the site in one step of time. */
@ObjectType("FinanceStep", {
  simpleResolvers: true,
  description: "What money did in one step of time. For administrators.",
})
export class FinanceStep {
  @Field(() => String, { description: "Its first day, YYYY-MM-DD in UTC." })
  from!: string;

  @Field(() => String, { description: "The first day after it." })
  until!: string;

  @Field(() => Int, { description: "Orders, whatever became of them." })
  orderCount!: number;

  @Field(() => Cents, { description: "What members paid by orders, without what was refunded; in cents." })
  incomeCents!: number;

  @Field(() => Cents, { description: "What left the site, fees included, in cents." })
  withdrawnCents!: number;

  @Field(() => Cents, { description: "What the site earned, in cents." })
  profitCents!: number;
}

/** One entry of the books that a figure is the sum of. */
@ObjectType("FinanceEntry", {
  simpleResolvers: true,
  description: "An entry of the books that a figure is the sum of. For administrators.",
})
export class FinanceEntry {
  @Field(() => ID, { description: "The movement and the account." })
  id!: string;

  @Field(() => TransactionKind, { description: "Kind of the movement." })
  kind!: TransactionKind;

  @Field(() => String, { description: "Name of the movement in the books, such as `order:12`." })
  reference!: string;

  @Field(() => Cents, {
    description: "Its part of the figure, in cents; below zero for what was taken back.",
  })
  amountCents!: number;

  @Field(() => GraphQLISODateTime, { description: "When it happened." })
  createdAt!: Date;

  /** The member on the other side; null for none. */
  userId!: number | null;

  /** Place in the list. */
  transactionId!: number;

  accountId!: number;
}

/** Entries of a figure by pages. */
export const FinanceEntryConnection = connectionType("FinanceEntry", () => FinanceEntry);
