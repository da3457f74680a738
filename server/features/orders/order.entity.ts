import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Kinds of orders, by what is bought. */
export enum OrderKind {
  THREAD = "THREAD",
  ATTACHMENT = "ATTACHMENT",
  TIP = "TIP",
  ONLOOKER = "ONLOOKER",
  REGISTRATION = "REGISTRATION",
  RENEWAL = "RENEWAL",
  GROUP = "GROUP",
}
registerEnumType(OrderKind, {
  name: "OrderKind",
  description: "Kinds of orders, by what is bought.",
  valuesConfig: {
    THREAD: { description: "Reading all of a thread." },
    ATTACHMENT: { description: "The files of a thread whose text is free." },
    TIP: { description: "Nothing: a gift to the author of a thread." },
    ONLOOKER: { description: "Reading the answer to the question of a thread." },
    REGISTRATION: { description: "Joining a paid site." },
    RENEWAL: { description: "More days on a paid site, behind those that are left." },
    GROUP: { description: "Days in a group that is for sale." },
  },
});

/** States of an order. */
export enum OrderState {
  PENDING = "PENDING",
  PAID = "PAID",
  EXPIRED = "EXPIRED",
  REFUNDED = "REFUNDED",
}
registerEnumType(OrderState, {
  name: "OrderState",
  description: "States of an order.",
  valuesConfig: {
    PENDING: { description: "Waits for its payment, for 15 minutes." },
    PAID: { description: "Paid; what was bought is the buyer's." },
    EXPIRED: { description: "Was not paid in time." },
    REFUNDED: { description: "Was paid and taken back." },
  },
});

/** Ways to pay. */
export enum PaymentMethod {
  WALLET = "WALLET",
  OUTSIDE = "OUTSIDE",
}
registerEnumType(PaymentMethod, {
  name: "PaymentMethod",
  description: "Ways to pay.",
  valuesConfig: {
    WALLET: { description: "From the balance, with the pay password." },
    OUTSIDE: { description: "Through a provider; see `startPayment`." },
  },
});

/** Something that a member wants to buy, with what they agreed to pay. */
@ObjectType("Order", {
  simpleResolvers: true,
  description: "Something that a member wants to buy, or bought.",
})
@Entity("orders")
@Index(["userId", "state", "id"])
@Index(["state", "expiresAt"])
@Index(["state", "id"])
@Index(["threadId", "kind", "state", "userId"])
@Index(["inviterId", "state"])
export class Order {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => OrderKind, { description: "What is bought." })
  @Column("varchar", { length: 20 })
  kind!: OrderKind;

  /** Not a field: an order expires before the job says so. See `stateOf`. */
  @Column("varchar", { length: 20 })
  state!: OrderState;

  @Field(() => PaymentMethod, { nullable: true, description: "How it was paid; null while it is not." })
  @Column("varchar", { length: 20, nullable: true })
  method!: PaymentMethod | null;

  /** The buyer. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** The member who gets the money; null for the site. Not a field: authors may be anonymous. */
  @Column("integer", { nullable: true })
  payeeId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "payeeId" })
  payee?: Relation<User>;

  /** Null for what is no thread. */
  @Column("integer", { nullable: true })
  threadId!: number | null;

  @ManyToOne(() => Thread, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  /** The group that is bought; null for everything else. No foreign key: groups are deleted. */
  @Column("integer", { nullable: true })
  groupId!: number | null;

  @Field(() => Cents, { description: "What the buyer pays, in cents." })
  @Column("integer")
  amountCents!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Days on a paid site or in a group that are bought; null for good, and for everything else.",
  })
  @Column("int", { nullable: true })
  days!: number | null;

  /** The site's part, fixed when the order was made. */
  @Column("integer")
  siteCents!: number;

  /** The rest. */
  @Column("integer")
  payeeCents!: number;

  /** The member who invited the payee, or who is joining, and gets a share; null for nobody. */
  @Column("integer", { nullable: true })
  inviterId!: number | null;

  @ManyToOne(() => User, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "inviterId" })
  inviterRow?: Relation<User>;

  /** The inviter's share, fixed when the order was made; 0 for none. */
  @Column("integer", { default: 0 })
  inviterCents!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was made." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Until when it can be paid." })
  @Column("datetime", { precision: 3 })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When it was paid; null while it is not." })
  @Column("datetime", { precision: 3, nullable: true })
  paidAt!: Date | null;
}

/** Gives the state of an order at a time: one that waits expires by itself. */
export function stateOf({ state, expiresAt }: Pick<Order, "state" | "expiresAt">, now: Date): OrderState {
  return state === OrderState.PENDING && expiresAt <= now ? OrderState.EXPIRED : state;
}
