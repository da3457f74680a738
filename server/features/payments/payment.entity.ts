import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { REASON_MAX } from "../../core/reason.ts";
import { Order } from "../orders/order.entity.ts";
import { User } from "../users/user.entity.ts";

/** Currency of all wallets. */
export const CURRENCY = "CNY";

/** Providers that bring money from outside. */
export enum PaymentProviderKind {
  SANDBOX = "SANDBOX",
  ALIPAY = "ALIPAY",
  WECHAT = "WECHAT",
  STRIPE = "STRIPE",
}
registerEnumType(PaymentProviderKind, {
  name: "PaymentProvider",
  description: "Providers that bring money from outside.",
  valuesConfig: {
    SANDBOX: { description: "A cashier to try things out; there is none in production." },
    ALIPAY: { description: "Alipay." },
    WECHAT: { description: "WeChat Pay: a code to scan, its page on phones, or within WeChat." },
    STRIPE: { description: "Stripe: cards and wallets." },
  },
});

/** States of a payment. */
export enum PaymentState {
  PENDING = "PENDING",
  PAID = "PAID",
  FAILED = "FAILED",
  EXPIRED = "EXPIRED",
  REFUNDING = "REFUNDING",
  REFUNDED = "REFUNDED",
}
registerEnumType(PaymentState, {
  name: "PaymentState",
  description: "States of a payment from outside.",
  valuesConfig: {
    PENDING: { description: "Waits for the provider to say that it is paid." },
    PAID: { description: "The money has come, and was put into the wallet." },
    FAILED: { description: "Was called off or refused at the provider." },
    EXPIRED: { description: "Was not paid in time." },
    REFUNDING: { description: "Goes back; the provider has not confirmed it yet." },
    REFUNDED: { description: "Went back to the payer." },
  },
});

/** States in which the money has come. */
export const HAS_COME: readonly PaymentState[] = [
  PaymentState.PAID,
  PaymentState.REFUNDING,
  PaymentState.REFUNDED,
];

/** Consequences of a payment for the order that it was meant for. */
export enum PaymentOutcome {
  ORDER = "ORDER",
  WALLET = "WALLET",
}
registerEnumType(PaymentOutcome, {
  name: "PaymentOutcome",
  description: "What the money of a payment went to.",
  valuesConfig: {
    ORDER: { description: "It paid the order." },
    WALLET: { description: "It stays in the wallet, since the order could not be paid any more." },
  },
});

/** Discrepancies that administrators must look at. */
export enum PaymentProblem {
  AMOUNT = "AMOUNT",
  PAID_TWICE = "PAID_TWICE",
  REFUND_REFUSED = "REFUND_REFUSED",
  REFUNDED_OUTSIDE = "REFUNDED_OUTSIDE",
}
registerEnumType(PaymentProblem, {
  name: "PaymentProblem",
  description: "What administrators must look at.",
  valuesConfig: {
    AMOUNT: {
      description: "The provider names another amount or currency; nothing was put into the wallet.",
    },
    PAID_TWICE: { description: "The provider names a second payment; one counts." },
    REFUND_REFUSED: { description: "The provider refuses the refund; the money is in the wallet." },
    REFUNDED_OUTSIDE: { description: "The provider gave the money back, and the wallet does not cover it." },
  },
});

/** Money that a member pays through a provider; it always comes into the wallet (decision 0310). */
@ObjectType("Payment", {
  simpleResolvers: true,
  description: "Money that a member pays through a provider; for the member and for administrators.",
})
@Entity("payments")
@Index(["number"], { unique: true })
@Index(["provider", "transactionId"], { unique: true })
@Index(["userId", "id"])
@Index(["state", "id"])
@Index(["state", "askedAt"])
@Index(["orderId"])
export class Payment {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, {
    description: "Number by which the provider knows it: time and eight random digits.",
  })
  @Column("varchar", { length: 32 })
  number!: string;

  @Field(() => PaymentProviderKind, { description: "The provider." })
  @Column("varchar", { length: 20 })
  provider!: PaymentProviderKind;

  /** Not a field: a payment expires before the job says so. See `stateOf`. */
  @Column("varchar", { length: 20 })
  state!: PaymentState;

  /** The payer. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  userRow?: Relation<User>;

  /** The order that it pays; null for a top-up. */
  @Column("integer", { nullable: true })
  orderId!: number | null;

  @ManyToOne(() => Order, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "orderId" })
  orderRow?: Relation<Order> | null;

  @Field(() => Cents, { description: "What is paid, in cents." })
  @Column("integer")
  amountCents!: number;

  @Field(() => String, { description: "Currency of the amount, such as CNY." })
  @Column("varchar", { length: 3 })
  currency!: string;

  /** The provider's own name of it, which it asks for later; empty until it has begun. */
  @Column("varchar", { length: 200 })
  reference!: string;

  /** The transaction at the provider: counts once. */
  @Column("varchar", { length: 100, nullable: true })
  transactionId!: string | null;

  /** Page where the payer pays; see `redirectUrl` of the resolver. */
  @Column("text", { nullable: true })
  redirectTo!: string | null;

  /** Text of a code that the payer scans. */
  @Column("text", { nullable: true })
  codeText!: string | null;

  /** Request of a page within WeChat, as JSON; null for all other ways. */
  @Column("text", { nullable: true })
  wechatRequest!: string | null;

  @Field(() => PaymentOutcome, {
    nullable: true,
    description:
      "What became of the order that it was meant for; null for a top-up, and until it is settled.",
  })
  @Column("varchar", { length: 20, nullable: true })
  outcome!: PaymentOutcome | null;

  /** Time at which its provider was asked for it last, so that the job goes round; null for never. */
  @Column("datetime", { precision: 3, nullable: true })
  askedAt!: Date | null;

  /** For administrators. */
  @Column("varchar", { length: 20, nullable: true })
  problem!: PaymentProblem | null;

  /** Refunds that were tried; each has a number of its own. */
  @Column("int")
  refundAttempts!: number;

  @Field(() => String, { description: "Reason of the refund; empty if there is none." })
  @Column("varchar", { length: REASON_MAX })
  refundReason!: string;

  @Field(() => GraphQLISODateTime, { description: "When it was begun." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Until when it can be paid." })
  @Column("datetime", { precision: 3 })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When the money came; null before." })
  @Column("datetime", { precision: 3, nullable: true })
  paidAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When the money went back; null before." })
  @Column("datetime", { precision: 3, nullable: true })
  refundedAt!: Date | null;
}

/** Gives the state of a payment at a time: one that waits expires by itself. */
export function stateOf({ state, expiresAt }: Pick<Payment, "state" | "expiresAt">, now: Date): PaymentState {
  return state === PaymentState.PENDING && expiresAt <= now ? PaymentState.EXPIRED : state;
}
