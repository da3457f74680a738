import { registerEnumType } from "type-graphql";
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
import { MoneyAccount } from "./account.entity.ts";

/** Longest natural key of a transaction, in characters. */
export const REFERENCE_MAX = 120;
/** Longest reason that is kept with a transaction, in characters. */
export const MEMO_MAX = 255;

/** Kinds of transactions, as wallets explain them. */
export enum TransactionKind {
  /** An administrator changed a balance. */
  ADJUSTMENT = "ADJUSTMENT",
  /** Money changed hands. */
  PAYMENT = "PAYMENT",
  /** A member gave another one money. */
  TIP = "TIP",
  /** A member got a share of a red packet. */
  RED_PACKET = "RED_PACKET",
  /** A reply was given a part of a bounty. */
  BOUNTY = "BOUNTY",
  /** A member was paid for an answer. */
  QUESTION = "QUESTION",
  /** A member joined the paid site, or stays. */
  MEMBERSHIP = "MEMBERSHIP",
  /** A member bought days in a group. */
  GROUP = "GROUP",
  /** Money left the site for a member's account elsewhere. */
  WITHDRAWAL = "WITHDRAWAL",
  /** Money came from outside. */
  TOP_UP = "TOP_UP",
  /** A payment was taken back. */
  REFUND = "REFUND",
  /** A member got a share of what somebody paid or earned whom they had invited. */
  COMMISSION = "COMMISSION",
  /** Money was set aside. */
  HOLD = "HOLD",
  /** Money that was set aside came back. */
  RELEASE = "RELEASE",
}
registerEnumType(TransactionKind, {
  name: "TransactionKind",
  description: "Kinds of movements of money.",
  valuesConfig: {
    ADJUSTMENT: { description: "An administrator changed the balance." },
    PAYMENT: { description: "Money changed hands." },
    TIP: { description: "A member gave the author of a thread money." },
    RED_PACKET: { description: "A member got a share of a red packet." },
    BOUNTY: { description: "A member got a part of a bounty." },
    QUESTION: { description: "A member was paid for an answer." },
    MEMBERSHIP: { description: "A member paid for joining the site or for staying." },
    GROUP: { description: "A member bought days in a group." },
    WITHDRAWAL: { description: "Money left the site for a member's account elsewhere." },
    TOP_UP: { description: "Money came from outside." },
    REFUND: { description: "A payment was taken back." },
    COMMISSION: { description: "A share of what somebody paid or earned who came by the member." },
    HOLD: { description: "Money was set aside." },
    RELEASE: { description: "Money that was set aside came back." },
  },
});

/** One movement of money, whose entries add up to zero. Never changed: a mistake is undone by another one. */
@Entity("money_transactions")
@Index(["reference"], { unique: true })
@Index(["createdAt"])
export class MoneyTransaction {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: 20 })
  kind!: TransactionKind;

  /** Names what happened once and for all, such as `adjustment:81` or `packet:77:claim:12`. */
  @Column("varchar", { length: REFERENCE_MAX })
  reference!: string;

  /** Digest of kind and legs: the same reference with another digest is a mistake. */
  @Column("varchar", { length: 64 })
  digest!: string;

  /** The person who caused it; 0 for the program. */
  @Column("integer")
  actorId!: number;

  @Column("varchar", { length: MEMO_MAX })
  memo!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** The change of one account by a transaction. Never changed, never deleted. */
@Entity("money_entries")
@Index(["accountId", "sequence"], { unique: true })
export class MoneyEntry {
  @PrimaryColumn("integer")
  transactionId!: number;

  @ManyToOne(() => MoneyTransaction, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "transactionId" })
  transaction?: Relation<MoneyTransaction>;

  @PrimaryColumn("integer")
  accountId!: number;

  @ManyToOne(() => MoneyAccount, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "accountId" })
  account?: Relation<MoneyAccount>;

  /** Its place among the entries of its account: 1, 2, 3 … */
  @Column("integer")
  sequence!: number;

  /** The kind of movement that it is to the owner of the account, where that differs from the transaction's. */
  @Column("varchar", { length: 20, nullable: true })
  kind!: TransactionKind | null;

  @Column("integer")
  amountCents!: number;

  /** Balance of the account after it. */
  @Column("integer")
  balanceCents!: number;
}
